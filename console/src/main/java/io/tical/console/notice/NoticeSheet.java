package io.tical.console.notice;

import io.tical.common.admin.ControlNotice;
import io.tical.console.part.Facts;
import io.tical.console.part.LoggedChanges;
import io.tical.console.work.Workspace;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;

/** What was changed, by whom, why, and from when on. */
record NoticeSheet(Workspace workspace) {
    /** An approved change that waits is an action on its approval, whose values contain those of the change. */
    private static final String APPROVAL = "approval";

    List<Node> sections(ControlNotice notice) {
        var texts = workspace.texts();
        var formats = workspace.formats();
        var entry = notice.entry();
        var waits = entry.objectType().equals(APPROVAL);
        var after = entry.after();
        var facts = new Facts(formats, notice.subject())
                .text(
                        "notices.what",
                        texts.words("action", entry.action()) + " · " + texts.word("object", entry.objectType()))
                .text("notices.organization", notice.organizationName())
                .text("notices.asked-by", entry.askedBy())
                .text(entry.askedBy() == null ? "notices.made-by" : "notices.approved-by", entry.actor())
                .text("queue.note", entry.note())
                .time("notices.at", entry.at());
        if (waits && after != null) {
            facts.time("notices.effective-at", after.path("effective_at").longValue());
        } else {
            facts.text("notices.effective-at", texts.get("notices.at-once"));
        }
        facts.time("notices.acknowledged-at", notice.acknowledgedAt());
        if (entry.objectId() != null) {
            facts.link("audit.object", entry.objectType(), entry.objectId());
        }
        var sections = new ArrayList<Node>();
        sections.add(facts);
        var was = waits && after != null ? after.get("before") : entry.before();
        var is = waits && after != null ? after.get("after") : after;
        if (!LoggedChanges.isEmpty(was, is)) {
            sections.add(new LoggedChanges(formats, was, is));
        }
        return sections;
    }
}
