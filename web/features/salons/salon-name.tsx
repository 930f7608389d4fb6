import { Link } from '#web/kit/router/link.tsx';

/** The name of a salon, as a link to its page if it has one. */
export function SalonName({
  name,
  slug,
  className = '',
}: {
  name: string;
  slug: string | null | undefined;
  className?: string;
}) {
  if (!slug) return <span translate="no">{name}</span>;
  return (
    <Link to={`/salon/${slug}`} translate="no" className={`font-semibold hover:underline ${className}`}>
      {name}
    </Link>
  );
}
