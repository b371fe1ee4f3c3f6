package io.tical.server.bankfile;

import java.util.List;

/** A file cannot be read. Nothing of it counts. */
public final class BankFileException extends Exception {
    private static final long serialVersionUID = 1;

    private final Fault fault;
    private final transient Place place;
    private final transient List<String> arguments;

    /** Why a file cannot be read, with the text in English; {@code %s} are the arguments. */
    public enum Fault {
        NOT_A_STATEMENT("This is not a bank statement in a format that is known."),
        OLE_SPREADSHEET("This is a spreadsheet of an old format (.xls). Save it as CSV and import that."),
        SPREADSHEET("This is a spreadsheet (.xlsx). Save it as CSV and import that."),
        PDF("This is a PDF document. Get the statement as CSV, MT940 or camt.053 and import that."),
        ARCHIVE("This is an archive. Unpack it and import the files."),
        TRUNCATED("The file ends too early, in %s."),
        ENCODING("The file is not %s: a byte %s."),
        DOCUMENT_TYPE("The file has a document type declaration, which no bank sends."),
        XML("The XML is not well formed: %s."),
        MESSAGE_UNSUPPORTED("This is a %s, not a statement."),
        NOT_A_STATUS_REPORT("This is not a report of the status of payments (pain.002)."),
        FIELD_MISSING("%s is missing."),
        FIELD_INVALID("%s is not valid: %s."),
        FIELD_TOO_LONG("%s is longer than %s characters."),
        AMOUNT("The amount %s is not a number."),
        DECIMALS("The amount %s has more decimals than %s has."),
        AMOUNT_TOO_LARGE("The amount %s is too large."),
        DATE("The date %s cannot be read."),
        DATE_AMBIGUOUS("The year of %s is not certain."),
        DATE_IN_FUTURE("The date %s is in the future."),
        ACCOUNT_MISSING("The file does not say of which account it is. Choose the account."),
        OF_TEST("This is a statement of test money, from the simulator. Import it in the test environment."),
        OF_NO_TEST(
                "This is no statement of the simulator. The test environment takes those of test accounts only; import statements of banks as live."),
        ACCOUNT_UNKNOWN("The account %s is none of yours. Add it first, or choose another account."),
        ACCOUNT_AMBIGUOUS("The account %s may be several of yours. Choose one."),
        CURRENCY("The currency %s is not the account's, %s."),
        CURRENCY_UNKNOWN("The currency %s is not known."),
        BALANCE("The opening balance %s and the entries, %s, give %s; the closing balance says %s."),
        RUNNING_BALANCE("The balance after this line should be %s; the file says %s."),
        TOTALS("The file says %s for %s; its lines give %s."),
        ROW("This line is neither an entry nor a known head or foot: %s."),
        COLUMNS("No profile knows these columns: %s."),
        NOT_A_TABLE(
                "This is no table with columns. A layout reads CSV files and tables of HTML; other formats need none."),
        COLUMNS_MISSING("The names of the columns were not found; the closest line lacks: %s."),
        PROFILE_UNKNOWN("The layout %s does not exist or was retired. Choose another one."),
        TOO_MUCH_EFFORT("The patterns of the layout take too long on this file. Make them simpler."),
        PROFILE_AMBIGUOUS("Several profiles know these columns: %s. Choose one."),
        TOO_LARGE("The file is larger than %s MB."),
        TOO_MANY_ENTRIES("The file has more than %s entries."),
        ALTERED(
                "The stored bytes are not those that were received: somebody changed them in the database. Send the file again."),
        DAY_CLOSED(
                "%s of this account is closed, and the file has an entry of that day that is new: %s. Open the day again under Day close, then"
                        + " import the file."),
        DAY_CLOSED_LACKS(
                "%s of this account is closed, and the file does not have an entry of that day that is known: %s. Open the day again under Day"
                        + " close, then import the file."),
        DAY_CLOSED_BALANCE(
                "%s of this account was closed with the balance %s; the file says %s. Open the day again under Day close, then import the"
                        + " file."),
        EMPTY("The file is empty.");

        private final String text;

        Fault(String text) {
            this.text = text;
        }

        /** In English, with {@code %s} for the arguments. */
        public String text() {
            return text;
        }
    }

    public BankFileException(Fault fault, Place place, String... arguments) {
        super(fault.text().formatted((Object[]) arguments));
        this.fault = fault;
        this.place = place;
        this.arguments = List.of(arguments);
    }

    public Fault fault() {
        return fault;
    }

    public Place place() {
        return place;
    }

    public List<String> arguments() {
        return arguments;
    }
}
