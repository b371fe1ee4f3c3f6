<?php
// Receives callbacks. PHP 8.0 or later:
// TICAL_WEBHOOK_SECRET=whsec_… php -S 127.0.0.1:8090 receiver.php

declare(strict_types=1);

const TOLERANCE_SECONDS = 300;
const BODY_BYTES_MAX = 1 << 20;

/** Whether a callback is from Tical, as it was sent, and fresh. The body is the raw bytes, before any parsing. */
function verify(string $secret, string $timestamp, string $signatureHeader, string $body): bool
{
    if (preg_match('/^[1-9][0-9]{0,11}$/D', $timestamp) !== 1) {
        return false;
    }
    if (abs(time() - (int) $timestamp) > TOLERANCE_SECONDS) {
        return false;
    }
    $expected = 'v1=' . hash_hmac('sha256', $timestamp . '.' . $body, $secret);
    $valid = false;
    // While a secret is rotated there are two signatures, and one of them has to fit.
    foreach (explode(',', $signatureHeader) as $signature) {
        $valid = hash_equals($expected, trim($signature)) || $valid;
    }
    return $valid;
}

$secret = getenv('TICAL_WEBHOOK_SECRET') ?: throw new RuntimeException('set TICAL_WEBHOOK_SECRET');
$body = (string) file_get_contents('php://input', false, null, 0, BODY_BYTES_MAX);
$timestamp = $_SERVER['HTTP_X_P2P_TIMESTAMP'] ?? '';
$signature = $_SERVER['HTTP_X_P2P_SIGNATURE'] ?? '';
if (!verify($secret, $timestamp, $signature, $body)) {
    http_response_code(401);
    exit;
}
// Here: store the body under its id, unless that id is stored already, and work on it after the answer.
error_log($_SERVER['HTTP_WEBHOOK_ID'] . ' ' . $body);
http_response_code(200);
