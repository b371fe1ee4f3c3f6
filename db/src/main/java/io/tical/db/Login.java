package io.tical.db;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;

/** One way to sign in to a database. */
record Login(String url, String user, String password) {
    /** Connects as for a migration: a statement may take long. */
    Connection connect() throws SQLException {
        var properties = driverProperties(DatabaseSettings.OWNER_SOCKET_TIMEOUT_S);
        properties.setProperty("user", user);
        properties.setProperty("password", password);
        return DriverManager.getConnection(url, properties);
    }

    Login as(String otherUser, String otherPassword) {
        return new Login(url, otherUser, otherPassword);
    }

    /** @param socketTimeoutSeconds how long an answer is waited for */
    static Properties driverProperties(int socketTimeoutSeconds) {
        var properties = new Properties();
        properties.setProperty("ApplicationName", "tical");
        properties.setProperty("connectTimeout", "3");
        properties.setProperty("socketTimeout", Integer.toString(socketTimeoutSeconds));
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty("reWriteBatchedInserts", "true");
        // Of each connection: more than the program has statements, so that none is parsed again.
        properties.setProperty("preparedStatementCacheQueries", "512");
        return properties;
    }

    @Override
    public String toString() {
        return user + " at " + url;
    }
}
