package io.tical.server.dashboard;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.util.List;

/** How a test finds its way through the dashboard: by what people read. */
final class Screens {
    private final Page page;

    Screens(Page page) {
        this.page = page;
    }

    /** Waits until the screen with this heading is there and nothing of it is on its way. */
    Screens shows(String heading) {
        page.getByRole(
                        AriaRole.HEADING,
                        new Page.GetByRoleOptions()
                                .setName(heading)
                                .setExact(true)
                                .setLevel(1))
                .waitFor();
        return settled();
    }

    Screens settled() {
        page.waitForFunction("() => document.querySelector('h1') && !document.querySelector('[aria-busy]')");
        return this;
    }

    Locator button(String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    Locator link(String name) {
        return page.getByRole(
                AriaRole.LINK, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    /** An entry of the navigation. */
    Locator entry(String name) {
        return page.locator("#navigation")
                .getByRole(
                        AriaRole.LINK,
                        new Locator.GetByRoleOptions().setName(name).setExact(true));
    }

    Locator field(String label) {
        return page.getByLabel(label, new Page.GetByLabelOptions().setExact(true));
    }

    /** The dialog that is open. */
    Locator dialog() {
        return page.locator("dialog[open]");
    }

    /** A button of the dialog that is open. */
    Locator answer(String name) {
        return dialog().getByRole(
                        AriaRole.BUTTON,
                        new Locator.GetByRoleOptions().setName(name).setExact(true));
    }

    /** The secret that is shown this once; afterwards the dialog is closed. */
    String takeSecret() {
        var secret = dialog().locator("[data-secret]").textContent();
        answer("I have stored it").click();
        page.waitForFunction("() => !document.querySelector('dialog')");
        return secret;
    }

    /** What has focus: its tag, and its name as a reader hears it. */
    String focused() {
        return (String) page.evaluate("""
                () => {
                  const one = document.activeElement;
                  const label = one.labels?.[0]?.textContent ?? one.getAttribute("aria-label") ?? one.textContent;
                  return `${one.tagName.toLowerCase()} ${label.trim()}`;
                }""");
    }

    /** What would keep somebody out: fields without a name, buttons without a word, ids given twice, a page too wide. */
    @SuppressWarnings("unchecked")
    List<String> obstacles() {
        return (List<String>) page.evaluate("""
                () => {
                  const shown = (one) => one.checkVisibility();
                  const found = [];
                  for (const one of document.querySelectorAll("input, select, textarea")) {
                    if (shown(one) && !one.labels?.length && !one.getAttribute("aria-label")) found.push(`no label: ${one.outerHTML}`);
                  }
                  for (const one of document.querySelectorAll("button, a[href]")) {
                    const name = one.getAttribute("aria-label") ?? one.textContent;
                    if (shown(one) && !name.trim()) found.push(`no name: ${one.outerHTML}`);
                  }
                  const ids = [...document.querySelectorAll("[id]")].map((one) => one.id);
                  ids.filter((id, i) => ids.indexOf(id) !== i).forEach((id) => found.push(`id twice: ${id}`));
                  for (const name of ["aria-labelledby", "aria-describedby", "for", "popovertarget"]) {
                    for (const one of document.querySelectorAll(`[${name}]`)) {
                      one.getAttribute(name).split(" ").filter((id) => !ids.includes(id)).forEach((id) => found.push(`${name} leads nowhere: ${id}`));
                    }
                  }
                  for (const word of ["null", "undefined", "NaN", "Invalid Date", "[object"]) {
                    if (document.body.innerText.replace(/"\\w+": ?null/g, "").includes(word)) found.push(`shows ${word}`);
                  }
                  if (document.querySelectorAll("h1").length !== 1) found.push("not one h1");
                  if (document.querySelectorAll("main").length !== 1) found.push("not one main");
                  for (const one of document.querySelectorAll("[style]")) found.push(`inline style: ${one.outerHTML.slice(0, 100)}`);
                  if (document.documentElement.scrollWidth > innerWidth) found.push(`${document.documentElement.scrollWidth - innerWidth} px too wide`);
                  return found;
                }""");
    }
}
