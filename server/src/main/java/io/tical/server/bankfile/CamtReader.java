package io.tical.server.bankfile;

import io.tical.server.bankfile.CamtReversals.Reading;
import java.io.IOException;

/**
 * Reads the statements, reports and notifications of ISO 20022: camt.053, camt.052 and camt.054. It knows the versions 02, 04
 * and 08, and reads of every other one what it has in common with them. It goes by local names, whatever the namespace.
 */
public final class CamtReader implements StatementReader {
    @Override
    public void read(Source source, Context context, Sink sink) throws BankFileException, IOException {
        var reversals = CamtReversals.of(source, context).iterator();
        try (var bytes = source.open()) {
            var cursor =
                    XmlCursor.open(XmlEncoding.open(bytes), context.limits().textMax());
            var target = new Target(context, sink);
            var ofFile = new Notices();
            CamtFile.read(cursor, ofFile, header -> {
                var reading = reversals.hasNext() ? reversals.next() : Reading.NONE;
                new CamtStatement(cursor, header, reading, target, ofFile.taken()).read();
            });
        }
    }
}
