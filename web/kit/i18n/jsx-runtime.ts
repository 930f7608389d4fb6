/**
 * React's JSX runtime, but a text beside other children is in a <span> of its own. Browsers that translate a page replace
 * text nodes by elements: React would then crash when it removes such a text or inserts something before it, and update a
 * text node that is no longer shown. Where a text is all that an element has, React sets `textContent`, which is safe.
 * Components must not return a bare text.
 */
import { Fragment, type JSX, type Key, type ReactNode } from 'react';
import { jsx as create, jsxs as createStatic } from 'react/jsx-runtime';

export { Fragment, type JSX };

type Create = typeof create;
type Text = string | number;

export const jsx: Create = (type, props, key) => create(type, isolateTexts(type, props as Props), key);

export const jsxs: Create = (type, props, key) => {
  const isolated = isolateTexts(type, props as Props);
  return (Array.isArray(isolated.children) ? createStatic : create)(type, isolated, key);
};

/** In development. */
export const jsxDEV = (type: Parameters<Create>[0], props: unknown, key?: Key, isStatic?: boolean) =>
  (isStatic ? jsxs : jsx)(type, props, key);

interface Props {
  children?: ReactNode | ReactNode[];
}

function isolateTexts(type: unknown, props: Props): Props {
  const { children } = props;
  if (type === Fragment && isText(children)) return { ...props, children: inSpan(children) };
  if (!Array.isArray(children) || !children.some(isText)) return props;
  const isOnlyText = type !== Fragment && children.every((child) => isText(child) || isNothing(child));
  return { ...props, children: isOnlyText ? children.filter(isText).join('') : children.map(isolateText) };
}

/** Adjacent texts share a <span>, as they would share an anonymous box; the other children keep their positions. */
function isolateText(child: ReactNode, index: number, all: ReactNode[]): ReactNode {
  if (!isText(child)) return child;
  if (isText(all[index - 1])) return null;
  const end = all.findIndex((other, at) => at > index && !isText(other));
  return inSpan(all.slice(index, end < 0 ? undefined : end).join(''), `text ${index}`);
}

const inSpan = (text: Text, key?: Key) => (text === '' ? null : create('span', { children: text }, key));
const isText = (child: ReactNode | ReactNode[]): child is Text =>
  typeof child === 'string' || typeof child === 'number';
const isNothing = (child: ReactNode) => child == null || typeof child === 'boolean';
