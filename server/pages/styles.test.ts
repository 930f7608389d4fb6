import { expect, test } from 'vitest';
import { readSheet } from './styles.ts';

const inlined = (sheet: string, ...classes: string[]) => readSheet(sheet)(`<p class="${classes.join(' ')}">`);

test('style rules, used and unused, are kept in order and dropped', () => {
  const sheet =
    '.grid{display:grid}.flex{display:flex}@media (width>=40rem){.sm\\:flex{display:flex}.p-2{padding:2px}}';
  expect(inlined(sheet, 'flex', 'sm:flex')).toBe('.flex{display:flex}@media (width>=40rem){.sm\\:flex{display:flex}}');
});

test('selector lists and :not(), extracted, need one matching class', () => {
  const sheet = '.a:is(.b,.c){top:0}:where(.d,.e>.f) .g{top:1px}.h:not(.i:is(.j)){top:2px}.k:has(.l,.m){top:3px}';
  expect(inlined(sheet, 'a', 'c', 'd', 'g', 'h', 'k', 'm')).toBe(sheet);
  expect(inlined(sheet, 'b', 'c', 'd', 'e', 'f', 'i', 'j', 'l', 'm')).toBe('');
});

test('custom properties, unread, are dropped', () => {
  const sheet =
    ':root{--sky:light-dark(#00f,#009);--blue:var(--sky);--ease:linear;--rise:rise 1s var(--ease)}.a{color:var(--blue);fill:var(--sky)}.b{animation:var(--rise)}@property --turn{syntax:"*";inherits:false}';
  expect(inlined(sheet, 'a')).toBe(':root{--sky:light-dark(#00f,#009);}.a{color:var(--sky);fill:var(--sky)}');
});

test('custom property, short or read once, is inlined', () => {
  const sheet =
    '@layer first{@supports (top:0){*,:before{--style:solid;}}}@layer last{:root{--red:#f00;--far:calc(1px + 100dvh);--long:calc(2px + 100dvh)}.a{top:var(--far);color:var(--red);fill:var(--red);left:var(--long);right:var(--long);--own:1px}.b{border:var(--style)}.c{--style:dotted}.d{left:var(--own)}}@property --style{syntax:"*"}';
  expect(inlined(sheet, 'a', 'b', 'd')).toBe(
    '@layer first{}@layer last{:root{--long:calc(2px + 100dvh)}.a{top:calc(1px + 100dvh);color:#f00;fill:#f00;left:var(--long);right:var(--long);--own:1px}.b{border:solid}.d{left:var(--own)}}',
  );
  expect(inlined(sheet, 'b', 'c')).toContain('.b{border:var(--style)}');
});

test('documents with other classes, extracted, have other styles', () => {
  const styles = readSheet(':root{--top:1px}.a{top:0}.b{top:2px}');
  const documents = [
    '<p class="a">',
    '<p class="b">',
    '<p class="a"><p class="b">',
    '<p class="b a" style="top:var(--top)">',
  ];
  const each = ['.a{top:0}', '.b{top:2px}', '.a{top:0}.b{top:2px}', ':root{--top:1px}.a{top:0}.b{top:2px}'];
  for (const order of [
    [0, 1, 2, 3],
    [3, 2, 1, 0],
  ])
    for (const at of order) expect(styles(documents[at] ?? '').replace(':root{}', '')).toBe(each[at]);
});

test('hover rules and unused keyframes, extracted, are dropped', () => {
  const sheet =
    '.a{top:0}@media (hover:hover){.a:hover{top:1px}}.a\\:b:active{top:2px}.a:active,.a:focus{top:3px}.c{animation:1s rise}@keyframes rise{0%{top:0}to{top:1px}}@keyframes leave{to{top:0}}';
  const frames = '@keyframes rise{0%{top:0}to{top:1px}}';
  expect(inlined(sheet, 'a', 'a:b')).toBe('.a{top:0}.a:active,.a:focus{top:3px}');
  expect(inlined(sheet, 'a', 'c')).toBe(`.a{top:0}.a:active,.a:focus{top:3px}.c{animation:1s rise}${frames}`);
});
