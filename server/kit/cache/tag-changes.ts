/** When each tag last changed, by a count of the changes that this process heard of. */
import type { Clock } from '#server/kit/system-clock.ts';
import { changedTags } from './tags.ts';

/** Longer than an entry lives and the read before it takes. */
const KEPT_MS = 60_000;
/** Longer than answers are kept for when the database is away. */
const GONE_KEPT_MS = 11 * 60_000;

/** `gone`: what it shows is no longer public. */
export type Freshness = 'fresh' | 'stale' | 'gone';

interface Change {
  count: number;
  at: number;
}

export interface Tagged {
  tags: readonly string[];
  /** `count` when its read began. */
  began: number;
  /** Result of the last check, which holds until the next change. */
  checked?: { count: number; state: Freshness };
}

export interface TagChanges {
  readonly count: number;
  stateOf(entry: Tagged): Freshness;
  /** Whether one of the tags is known to be gone; unlike `stateOf` also after everything may have changed. */
  isGone(entry: Pick<Tagged, 'tags' | 'began'>): boolean;
  /** Applies a notice of the database; false when everything may have changed. */
  apply(notice: string): boolean;
  /** Everything that was read before is gone. */
  all(): void;
}

export function createTagChanges(clock: Clock): TagChanges {
  /** In the order of their last change. */
  const changed = new Map<string, Change>();
  /** The last change after which what it names was no longer public. */
  const gone = new Map<string, Change>();
  let count = 0;
  let clearedAt = 0;

  const isAfter = (changes: ReadonlyMap<string, Change>, { tags, began }: Pick<Tagged, 'tags' | 'began'>) =>
    tags.some((tag) => (changes.get(tag)?.count ?? 0) > began);

  function compute(entry: Tagged): Freshness {
    if (entry.began < clearedAt || isAfter(gone, entry)) return 'gone';
    return isAfter(changed, entry) ? 'stale' : 'fresh';
  }

  return {
    get count() {
      return count;
    },
    stateOf(entry) {
      if (entry.checked?.count !== count) entry.checked = { count, state: compute(entry) };
      return entry.checked.state;
    },
    isGone: (entry) => isAfter(gone, entry),
    apply(notice) {
      const tags = changedTags(notice);
      if (!tags) return false;
      count += 1;
      const at = clock.elapsed();
      for (const { tag, isGone } of tags) {
        note(changed, tag, { count, at });
        if (isGone) note(gone, tag, { count, at });
      }
      prune(changed, at - KEPT_MS);
      prune(gone, at - GONE_KEPT_MS);
      return true;
    },
    all() {
      count += 1;
      clearedAt = count;
      changed.clear();
    },
  };
}

/** The last change stands last. */
function note(changes: Map<string, Change>, tag: string, change: Change): void {
  changes.delete(tag);
  changes.set(tag, change);
}

function prune(changes: Map<string, Change>, before: number): void {
  for (const [tag, { at }] of changes) {
    if (at > before) return;
    changes.delete(tag);
  }
}
