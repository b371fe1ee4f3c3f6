// What payers see of the organization on the pay page.

import { api } from "../api.js";
import { h } from "../dom.js";
import { announce } from "../parts/announce.js";
import { field, form } from "../parts/form.js";
import { loaded, problem, reloading, viewerNotice } from "../parts/notice.js";

const LOGO_SIDE = 256;

export const payPage = (view) => {
  const place = loaded(
    view,
    async () => (await api.get("/api/pay-page", { signal: view.signal })).data,
    (data) => show(view, data, () => place.again()),
  );
  return {
    title: "Pay page",
    lead: "Payers see this on the pages of your payins, in test and live mode. A change takes effect within 5 seconds.",
    content: [viewerNotice(view), place],
  };
};

/** The picture as a square PNG in base64, small enough for a page that loads fast. */
const reduced = async (file) => {
  const picture = await createImageBitmap(file);
  const scale = LOGO_SIDE / Math.max(picture.width, picture.height);
  const canvas = h("canvas", { width: LOGO_SIDE, height: LOGO_SIDE });
  const pen =
    /** @type {CanvasRenderingContext2D} */
    (canvas.getContext("2d"));
  pen.fillStyle = "white";
  pen.fillRect(0, 0, LOGO_SIDE, LOGO_SIDE);
  const width = picture.width * scale;
  const height = picture.height * scale;
  pen.drawImage(picture, (LOGO_SIDE - width) / 2, (LOGO_SIDE - height) / 2, width, height);
  picture.close();
  return canvas.toDataURL("image/jpeg", 0.9).split(",")[1];
};

const show = (view, { name, display_name: shown, support, home_url: home, logo, version }, again) => {
  const disabled = !view.mayWrite;
  const fields = [
    field({
      name: "display_name",
      label: "Name",
      value: shown ?? "",
      placeholder: name,
      maxlength: 64,
      autocomplete: "off",
      disabled,
      help: `The name by which your payers know you. Without one they see \u201c${name}\u201d.`,
    }),
    field({
      name: "support",
      label: "Contact for questions",
      value: support ?? "",
      placeholder: "help@shop.example",
      maxlength: 128,
      autocomplete: "off",
      disabled,
      help: "An email address, a telephone number or an https address.",
    }),
    field({
      name: "home_url",
      label: "Address of your shop",
      value: home ?? "",
      placeholder: "https://shop.example/",
      maxlength: 512,
      autocomplete: "off",
      spellcheck: "false",
      disabled,
      help: "Payers find the way back to it below every payment.",
    }),
  ];
  const picture = field({
    name: "logo",
    label: "Logo",
    type: "file",
    accept: "image/png,image/jpeg",
    disabled,
    help: "PNG or JPEG. It is shown in a square of 40 pixels, on white.",
  });
  const save = async (changes, sentence) => {
    await api.put("/api/pay-page", { ...changes, version });
    announce(sentence);
    again();
  };
  const texts = { display_name: shown, support, home_url: home };
  const run = async ({ logo: ignored, ...values }) => {
    const file = picture.input.files[0];
    if (!file) {
      await save(values, "The pay page is changed");
      return;
    }
    let encoded;
    try {
      encoded = await reduced(file);
    } catch {
      picture.wrong("This file is not a picture that can be shown");
      picture.input.focus();
      return;
    }
    await save({ ...values, logo: encoded }, "The pay page is changed");
  };
  const wrong = h("div", { class: "went-wrong" });
  const removeLogo = async ({ currentTarget: button }) => {
    button.disabled = true;
    try {
      await save({ ...texts, logo: null }, "The logo is removed");
    } catch (error) {
      wrong.replaceChildren(problem(error, reloading(error, again)));
      button.disabled = false;
    }
  };
  const present =
    logo &&
    h(
      "div",
      { class: "actions" },
      h("img", { src: `/api/pay-page/logo?v=${logo.slice(0, 12)}`, alt: "Your logo", width: 40, height: 40 }),
      view.mayWrite &&
        h(
          "button",
          {
            type: "button",
            class: "button plain danger",
            on: { click: removeLogo },
          },
          "Remove the logo",
        ),
    );
  return h(
    "div",
    { class: "columns halves" },
    h(
      "div",
      { class: "card padded" },
      present,
      wrong,
      view.mayWrite
        ? form({ fields: [...fields, picture], action: "Save", run, again })
        : fields.map((one) => one.node),
    ),
  );
};
