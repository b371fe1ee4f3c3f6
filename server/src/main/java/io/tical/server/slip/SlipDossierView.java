package io.tical.server.slip;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tical.common.admin.DecisionTerms;
import io.tical.server.payin.PayPage;
import io.tical.server.payin.PayinView;
import io.tical.server.qr.MiniQr;
import io.tical.server.rail.SlipParty;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Everything that an operator needs to decide on a slip, as JSON.
 *
 * @param number 1 to 10, counting the payin's uploads
 * @param late whether the payin had expired before the upload
 * @param width the width of the picture in pixels
 * @param height the height of the picture in pixels
 * @param qr the QR code on the picture; null if it has none of a bank
 * @param transfer the transfer that it shows, as far as known
 * @param upstream the verifier's last response, or null
 * @param decision null while the slip is undecided
 * @param decisions the possible decisions of operators
 * @param nextSlip whether the payer can send another slip
 * @param decisionTerms what those require that record its payment
 */
record SlipDossierView(
        @JsonUnwrapped SlipItemView item,
        SlipStage stage,
        int number,
        Slip.Source source,
        boolean late,
        int width,
        int height,
        @Nullable Instant reviewAt,
        Expected expected,
        @Nullable MiniQr qr,
        Slip.@Nullable Transfer transfer,
        @Nullable Upstream upstream,
        List<Check> checklist,
        List<EarlierUseView> earlierUses,
        @Nullable DecisionView decision,
        List<PossibleSlipDecision> decisions,
        NextSlip nextSlip,
        Map<String, DecisionTerms> decisionTerms,
        Map<String, @Nullable Object> payin) {
    /** @param amount minor units */
    record Expected(long amount, String currency, SlipParty receiver) {}

    /** @param facts the transfer as the verifier reports it; null unless it verified the slip */
    record Upstream(
            Verdict.Outcome outcome,
            @Nullable String verifier,
            @Nullable String reason,
            SlipOutcome.@Nullable Facts facts,
            long askedAt) {
        static Upstream of(Verdict verdict) {
            return new Upstream(
                    verdict.outcome(), verdict.verifier(), verdict.why(), verdict.facts(), verdict.askedAt());
        }
    }

    /** See {@link EarlierUse}. */
    record EarlierUseView(
            EarlierUse.Kind kind,
            @Nullable UUID slipId,
            UUID payinId,
            String orderRef,
            UUID organizationId,
            String organizationName,
            @Nullable SlipStatus status,
            boolean paid,
            @Nullable Integer distance,
            Instant uploadedAt) {
        static EarlierUseView of(SlipReview.Earlier earlier) {
            var use = earlier.use();
            return new EarlierUseView(
                    use.kind(),
                    use.slipId(),
                    use.payin().id(),
                    use.merchantRef(),
                    use.payin().organizationId(),
                    earlier.organizationName(),
                    use.status(),
                    use.paid(),
                    use.distance(),
                    use.at());
        }
    }

    /**
     * @param paidAmount minor units; null for a rejection
     * @param decidedBy the username; null for a decision by the service
     */
    record DecisionView(
            @Nullable Long paidAmount,
            Slip.@Nullable Reason reason,
            @Nullable String note,
            @Nullable String decidedBy,
            Instant decidedAt) {
        static DecisionView of(Slip.Decision decision) {
            return new DecisionView(decision.paid(), decision.reason(), decision.note(), decision.by(), decision.at());
        }
    }

    static SlipDossierView of(SlipItemView item, SlipReview.Dossier dossier, PayPage page) {
        var slip = dossier.slip();
        var upload = slip.upload();
        var progress = slip.progress();
        var payin = dossier.payin();
        var verdict = progress.verdict();
        var decision = progress.decision();
        return new SlipDossierView(
                item,
                progress.stage(),
                upload.number(),
                upload.source(),
                upload.late(),
                upload.width(),
                upload.height(),
                progress.reviewAt(),
                new Expected(payin.terms().transferAmount(), payin.terms().currency(), SlipChecks.receiver(payin)),
                slip.code().orElse(null),
                progress.transfer(),
                verdict == null ? null : Upstream.of(verdict),
                dossier.checks(),
                dossier.earlier().stream().map(EarlierUseView::of).toList(),
                decision == null ? null : DecisionView.of(decision),
                dossier.decisions(),
                dossier.nextSlip(),
                SlipDecisionTerms.of(dossier),
                PayinView.of(payin, page));
    }
}
