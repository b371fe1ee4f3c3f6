package io.tical.db;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;

/** The credentials of a database user. */
record Login(String url, String user, String password) {
    /** Connects with the socket timeout of migrations. */
    Connection connect() throws SQLException {
        var properties = driverProperties(DatabaseSettings.OWNER_SOCKET_TIMEOUT_S);
        properties.setProperty("user", user);
        properties.setProperty("password", password);
        return DriverManager.getConnection(url, properties);
    }

    Login as(String otherUser, String otherPassword) {
        return new Login(url, otherUser, otherPassword);
    }

    /** @param socketTimeoutSeconds how long to wait for a response */
    static Properties driverProperties(int socketTimeoutSeconds) {
        var properties = new Properties();
        properties.setProperty("ApplicationName", "tical");
        properties.setProperty("connectTimeout", "3");
        properties.setProperty("socketTimeout", Integer.toString(socketTimeoutSeconds));
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty("reWriteBatchedInserts", "true");
        // Per connection; larger than the number of statements, so that each is parsed once.
        properties.setProperty("preparedStatementCacheQueries", "512");
        properties.setProperty("binaryTransferEnable", BinaryParameter.TYPES);
        return properties;
    }

    @Override
    public String toString() {
        return user + " at " + url;
    }
}
