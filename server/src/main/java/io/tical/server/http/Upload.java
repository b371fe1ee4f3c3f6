package io.tical.server.http;

import io.helidon.webserver.http.ServerRequest;
import io.tical.server.input.UploadedFile;
import java.net.InetAddress;
import java.util.function.Function;

/** The file of a request. */
record Upload(Uploads uploads, ServerRequest request, InetAddress source) {
    <A> A receive(PublicCall.Sender sender, String field, int bytesMax, Function<UploadedFile, A> use) {
        return uploads.receive(request, source, sender, form -> use.apply(form.file(field, bytesMax)));
    }
}
