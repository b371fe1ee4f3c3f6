package io.tical.server.slip;

import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.http.StaticContent;
import io.tical.server.picture.PictureReader;
import io.tical.server.staff.Permission;
import io.tical.server.staff.Staff;
import java.util.List;

/** {@code /admin/v1/slips/{id}/image}: the pictures of slips. */
record SlipAdminRoutes(SlipReview review) {
    List<SessionEndpoint<Staff>> endpoints() {
        return List.of(SessionEndpoint.get(
                SlipWorkItems.KIND.path("image"), staff -> staff.may(Permission.READ), this::image));
    }

    private StaticContent image(SessionCall<Staff> call) {
        return StaticContent.of(PictureReader.MEDIA_TYPE, review.image(call.id(SlipRules.OBJECT_TYPE)));
    }
}
