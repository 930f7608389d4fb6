import { expect, test } from 'vitest';
import { type Html, html, textOfHtml } from '#server/kit/html.ts';

test('what is put into markup is text, unless it was made as markup', () => {
  const name = `<b onclick='x'>"&`;
  const inner = html`<i>${name}</i>`;
  expect(textOfHtml(html`<a title="${name}">${inner}${[inner, html`${1}`]}${null}\u00a0</a>`)).toBe(
    '<a title="&lt;b onclick=&#39;x&#39;&gt;&quot;&amp;"><i>&lt;b onclick=&#39;x&#39;&gt;&quot;&amp;</i>'.concat(
      '<i>&lt;b onclick=&#39;x&#39;&gt;&quot;&amp;</i>1\u00a0</a>',
    ),
  );
});

test('what only looks like markup that was made here says nothing', () => {
  const forged = JSON.parse('{"Symbol(markup)":"<script>","markup":"<script>"}') as Html;
  expect(textOfHtml(html`${forged}`)).not.toContain('script');
});
