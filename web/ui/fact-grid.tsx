import type { Icon } from './icons.ts';

interface Fact {
  Icon: Icon;
  title: string;
  text: string;
}

/** Facts as cards with an icon, for pages that present something. */
export function FactGrid({ facts }: { facts: readonly Fact[] }) {
  return (
    <ul className="flex flex-wrap gap-3 sm:gap-4">
      {facts.map(({ Icon, title, text }) => (
        <li
          key={title}
          className="flex min-w-0 flex-[1_1_min(17rem,100%)] flex-wrap gap-x-4 gap-y-2 rounded-card bg-surface p-[min(1.25rem,5vw)] shadow-card"
        >
          <span className="grid size-11 shrink-0 place-items-center rounded-full bg-raised text-brand">
            <Icon size={22} />
          </span>
          <div className="min-w-0 flex-[1_1_8rem]">
            <h3 className="text-lg">{title}</h3>
            <p className="mt-1 text-sm text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
