package io.tical.console.organization;

import io.tical.common.admin.Organizations;
import java.util.List;

/** An organization with the users of its dashboard. */
public record OrganizationItem(Organizations.Detail detail, List<Organizations.User> users) {
    Organizations.Row row() {
        return detail.row();
    }
}
