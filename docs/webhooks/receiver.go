// Receives callbacks. Go 1.18 or later:
// TICAL_WEBHOOK_SECRET=whsec_… PORT=8090 go run receiver.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

const (
	toleranceSeconds = 300
	bodyBytesMax     = 1 << 20
)

// verify reports whether a callback is from Tical, unaltered and recent. The body is the raw bytes, before any parsing.
func verify(secret, timestamp, signatureHeader string, body []byte) bool {
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || strconv.FormatInt(seconds, 10) != timestamp {
		return false
	}
	now := time.Now().Unix()
	if seconds < now-toleranceSeconds || seconds > now+toleranceSeconds {
		return false
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(timestamp + "."))
	mac.Write(body)
	expected := []byte("v1=" + hex.EncodeToString(mac.Sum(nil)))
	valid := false
	// While a secret is rotated there are two signatures, and one of them has to fit.
	for _, signature := range strings.Split(signatureHeader, ",") {
		if hmac.Equal(expected, []byte(strings.TrimSpace(signature))) {
			valid = true
		}
	}
	return valid
}

func main() {
	secret := os.Getenv("TICAL_WEBHOOK_SECRET")
	if secret == "" {
		log.Fatal("set TICAL_WEBHOOK_SECRET")
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "8090"
	}
	http.HandleFunc("/", func(response http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, bodyBytesMax))
		header := request.Header
		if err != nil || !verify(secret, header.Get("X-P2P-Timestamp"), header.Get("X-P2P-Signature"), body) {
			response.WriteHeader(http.StatusUnauthorized)
			return
		}
		// Here: store the body under its id, unless that id is stored already, and work on it after the answer.
		fmt.Println(header.Get("webhook-id"), string(body))
		response.WriteHeader(http.StatusOK)
	})
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("listening on port", listener.Addr().(*net.TCPAddr).Port)
	log.Fatal(http.Serve(listener, nil))
}
