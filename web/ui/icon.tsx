/** A Lucide icon as one element with its shapes as HTML, so that React does not hydrate every shape. */
import type { IconNode } from 'lucide';

interface IconProps {
  /** px */
  size?: number;
  className?: string;
}

export type Icon = (props: IconProps) => React.ReactNode;

/** Decorative: the control or the text beside it has the name. */
export function icon(shapes: IconNode): Icon {
  const inner = { __html: shapes.map(toText).join('') };
  return ({ size = 24, className = '' }) => (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      className={`icon ${className}`}
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the shapes of a package, nothing that anybody can send
      dangerouslySetInnerHTML={inner}
    />
  );
}

const toText = ([tag, attributes]: IconNode[number]) =>
  `<${tag} ${Object.entries(attributes)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ')}/>`;

const diamond = 'M12 0h8v4h4v4h4v4h4v8h-4v4h-4v4h-4v4h-8v-4H8v-4H4v-4H0v-8h4V8h4V4h4z';
const petal = 'M16 6c4.6 3.4 6.4 6.5 6.4 10S20 23.9 16 26c-4-2.1-6.4-6.5-6.4-10S11.4 9.4 16 6z';

/** The logo. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} fill="currentColor" aria-hidden="true" focusable="false">
      <path fillRule="evenodd" d={diamond + petal} />
    </svg>
  );
}
