// Texts of the audit log: one for each action on each type of object, and the names of values.

const DEEDS = {
  api_key: {
    create: "API key created",
    regenerate: "API key revoked and replaced",
    revoke: "API key revoked",
    enable_signing: "Request signing enabled",
    require_signing: "Request signing required",
    rotate_signing: "Signing secret of an API key rotated",
    disable_signing: "Request signing disabled",
  },
  pay_page: { update: "Pay page changed" },
  ip_allowlist: {
    add: "Addresses added to the allowlist",
    remove: "Addresses removed from the allowlist",
    replace: "Allowlist changed",
  },
  callback_endpoint: {
    create: "Callback address set",
    update: "Callback address changed",
    rotate_secret: "Signing secret of callbacks rotated",
    delete: "Callback address removed",
  },
  user: {
    create: "User added",
    delete: "User removed",
    change_password: "Password changed",
    enable_second_factor: "Two-step sign-in turned on",
    disable_second_factor: "Two-step sign-in turned off",
    reset_second_factor: "Two-step sign-in of a user reset",
    renew_recovery_codes: "Recovery codes replaced",
    use_recovery_code: "Recovery code used to sign in",
    end_session: "Session ended",
    end_sessions: "Sessions ended",
    add_passkey: "Passkey added",
    remove_passkey: "Passkey removed",
    fail_sign_in: "Sign-in failed",
    lock_sign_in: "Sign-in locked for 15 minutes",
    fail_confirmation: "Password or code refused in a session",
  },
  organization: { create: "Organization created", update: "Organization changed" },
  balance: { top_up: "Test money added" },
  customer: {
    register: "Bank account registered",
    request: "Verification of a bank account requested",
    verify: "Bank account verified",
    refuse: "Verification of a bank account refused",
  },
  delivery: { redeliver: "Callback sent again", redeliver_all: "Callbacks sent again", start_redelivery: "Sending of failed callbacks started", complete_redelivery: "Sending of failed callbacks completed", stop_redelivery: "Sending of failed callbacks stopped" },
  slip: {
    delay: "Check of a slip postponed",
    refer: "Slip sent to review",
    confirm: "Slip confirmed",
    accept: "Slip accepted",
    suspend: "Payment of a slip left unallocated",
    prove: "Slip accepted as proof of a payment",
    reject: "Slip rejected",
  },
  payin: {
    create: "Payin created",
    activate: "Payin opened for its payer",
    arrive: "Payment for a payin recorded",
    cancel: "Payin cancelled",
    test_confirm: "Payin confirmed in test mode",
    confirm: "Payin confirmed",
    fail: "Payin failed",
    expire: "Payin expired",
    open_refund: "Refund of a payin started",
    complete_refund: "Payin refunded",
    record_payment: "Payment of a payin recorded by staff",
    resend_callback: "Callback of a payin sent again",
    release_match: "Match of a payin ended",
    update: "Payin changed",
  },
  payout: {
    activate: "Payout accepted for sending",
    test_confirm: "Payout confirmed in test mode",
    cancel: "Payout cancelled",
    approve: "Payout approved in review",
    reject: "Payout rejected in review",
    expire: "Payout expired",
    delivered: "Payout delivered",
    partly_delivered: "Part of a payout delivered",
    not_delivered: "Payout failed",
    lose_track: "Payout sent to review",
    retry: "Payout sent again",
    late_confirm: "Payout confirmed late",
    revert: "Payout reverted after delivery",
    complete_refund: "Payout refunded",
    resend_callback: "Callback of a payout sent again",
    update: "Payout changed",
  },
  settlement: {
    send: "Settlement given to the bank",
    delivered: "Settlement completed",
    not_delivered: "Settlement failed",
    lose_track: "Settlement sent to review",
    retry: "Settlement sent again",
    come_back: "Settlement returned by the bank",
    update: "Settlement changed",
  },
  organization_account: {
    request: "Verification of your own account requested",
    verify: "Your own account verified",
    refuse: "Verification of your own account refused",
  },
  suspense: {
    post: "Unallocated payment received",
    match: "Unallocated payment matched with a payin",
    return: "Unallocated payment returned",
    keep: "Unallocated payment kept by the operator",
    update: "Unallocated payment changed",
  },
  issue: {
    open: "Ticket opened",
    claim: "Ticket taken by an operator",
    comment: "Ticket answered",
    resolve: "Ticket resolved",
    reject: "Ticket rejected",
    cancel: "Ticket cancelled",
  },
  approval: {
    request: "Decision submitted for a second approval",
    approve: "Decision approved by a second person",
    refuse: "Decision refused by a second person",
    withdraw: "Decision withdrawn",
  },
};

/** What was done: a decision may have done several things to its object. Null for what has no words. */
export const deed = (type, action) => {
  const done = action.split(", ").map((one) => DEEDS[type]?.[one]);
  return done.every(Boolean) ? done.map((one, i) => (i === 0 ? one : inSentence(one))).join("; ") : null;
};

/** A text that begins with a capital letter, within a sentence. */
export const inSentence = (text) =>
  text.startsWith("API") ? text : text.charAt(0).toLowerCase() + text.slice(1);

const OBJECTS = {
  api_key: "API key",
  user: "User",
  customer: "Bank account",
  delivery: "Callback",
  slip: "Slip",
  payin: "Payin",
  payout: "Payout",
  settlement: "Settlement",
  organization_account: "Own account",
  suspense: "Unallocated payment",
  issue: "Ticket",
  approval: "Approval",
};

/** The name of the object that an entry's id is of; null for what there is one of, and for what was done to many. */
export const object = (type, action) => (action === "redeliver_all" ? null : (OBJECTS[type] ?? null));

const LABELS = {
  account_no: "Account number",
  bank: "Bank transfer",
  bank_code: "Bank",
  channels: "Channel",
  crypto: "Crypto",
  daily_withdraw_limit: "payouts per day",
  default_currency: "Default currency",
  endpoint: "Kind",
  entries: "Addresses",
  expires_at: "Expires",
  failure_code: "Reason",
  fixed: "fixed fee",
  holder_name: "Holder",
  four_eyes: "second approval",
  from: "Created from",
  kind: "Kind",
  matched: "Failed callbacks that match",
  maintenance_ranges: "amounts in maintenance",
  matched_payin_id: "Payin",
  max_deposit: "largest payin",
  max_withdraw: "largest payout",
  min_deposit: "smallest payin",
  min_withdraw: "smallest payout",
  networks: "Network",
  order_ref: "Reference",
  p2p: "Direct match",
  p2p_fallback: "Without a direct match",
  per_mille: "percentage",
  prefix: "Begins with",
  qrcode: "QR code",
  redelivered: "Sent again",
  review: "review of payouts",
  revoked_at: "Revoked",
  previous_secret_until: "Old signing secret valid until",
  signing: "Request signing",
  signing_since: "Request signing since",
  stage: "Status",
  thresholds: "Threshold",
  timezone: "Time zone",
  to: "Created until",
  unverified_review: "review of payouts to unverified accounts",
  url: "URL",
  verification: "Verification",
};

/** The label of a value; null where its own name is one. */
export const label = (name) => LABELS[name] ?? null;

const VALUES = {
  channel: { bank: "Bank transfer", qrcode: "QR code", crypto: "Crypto" },
  signing: { off: "Off", optional: "Not required yet", required: "Required" },
  p2p_fallback: {
    bank_then_qr: "Bank transfer, then QR code",
    qr_then_bank: "QR code, then bank transfer",
    off: "The payin is refused",
  },
};

/** The text of a value that is a word of the API; null where the word itself is readable. */
export const value = (name, word) => VALUES[name]?.[word] ?? null;
