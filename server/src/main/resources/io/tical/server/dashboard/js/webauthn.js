// Passkeys in the browser: whether it has them here, making one, and signing with one.

const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));

const text = (buffer) =>
  buffer
    ? btoa(String.fromCharCode(...new Uint8Array(buffer)))
        .replaceAll("+", "-")
        .replaceAll("/", "_")
        .replaceAll("=", "")
    : null;

/** Why there are no passkeys here, in a sentence; null if there are. */
export const missingPasskeys = () => {
  if (/^[\d.]+$|^\[/.test(location.hostname)) {
    return "Browsers have no passkeys at an address of numbers. Open the dashboard by its host name over https, or at http://localhost.";
  }
  if (!isSecureContext) {
    return "Browsers support passkeys only over https. Ask the operator of this service for its https address.";
  }
  return globalThis.PublicKeyCredential
    ? null
    : "This browser has no passkeys. A current version of Chrome, Edge, Firefox or Safari has them.";
};

const shared = (credential) => ({
  id: credential.id,
  rawId: text(credential.rawId),
  type: credential.type,
  clientExtensionResults: credential.getClientExtensionResults(),
});

const descriptors = (list) => (list ?? []).map((one) => ({ ...one, id: bytes(one.id) }));

/**
 * Makes a passkey; returns it as JSON.
 *
 * @param {{publicKey: any}} options
 */
export const makePasskey = async ({ publicKey }) => {
  /** @type {any} */
  const credential = await navigator.credentials.create({
    publicKey: {
      ...publicKey,
      challenge: bytes(publicKey.challenge),
      user: { ...publicKey.user, id: bytes(publicKey.user.id) },
      excludeCredentials: descriptors(publicKey.excludeCredentials),
    },
  });
  return {
    ...shared(credential),
    response: {
      clientDataJSON: text(credential.response.clientDataJSON),
      attestationObject: text(credential.response.attestationObject),
      transports: credential.response.getTransports?.() ?? [],
    },
  };
};

/**
 * Signs with a passkey that the user chooses; returns the signature as JSON.
 *
 * @param {{publicKey: any}} options
 */
export const signWithPasskey = async ({ publicKey }) => {
  /** @type {any} */
  const credential = await navigator.credentials.get({
    publicKey: {
      ...publicKey,
      challenge: bytes(publicKey.challenge),
      allowCredentials: descriptors(publicKey.allowCredentials),
    },
  });
  return {
    ...shared(credential),
    response: {
      clientDataJSON: text(credential.response.clientDataJSON),
      authenticatorData: text(credential.response.authenticatorData),
      signature: text(credential.response.signature),
      userHandle: text(credential.response.userHandle),
    },
  };
};

/** An error of the browser in a sentence; null for errors that are not about passkeys. */
export const passkeyProblem = (error) => {
  switch (error.name) {
    case "NotAllowedError":
    case "AbortError":
      return "No passkey was used: the request was cancelled, or took too long.";
    case "InvalidStateError":
      return "This device has a passkey for this account already.";
    case "SecurityError":
    case "NotSupportedError":
      return "This browser does not use passkeys at this address.";
    default:
      return null;
  }
};
