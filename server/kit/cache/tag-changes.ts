/** When each tag last changed, by a count of the changes that this process heard of. */
import type { Clock } from '#server/kit/system-clock.ts';
import { changedTags } from './tags.ts';

/** Longer than an entry lives and the read before it takes. */
const KEPT_MS = 60_000;

/** `gone`: what it shows is no longer public. */
export type Freshness = 'fresh' | 'stale' | 'gone';

interface Change {
  count: number;
  /** Count of the last change after which it was no longer public. */
  gone: number;
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
  /** Applies a notice of the database; false when everything may have changed. */
  apply(notice: string): boolean;
  /** Everything that was read before is gone. */
  all(): void;
}

export function createTagChanges(clock: Clock): TagChanges {
  /** In the order of their last change. */
  const changed = new Map<string, Change>();
  let count = 0;
  let clearedAt = 0;

  function compute({ tags, began }: Tagged): Freshness {
    if (began < clearedAt) return 'gone';
    let state: Freshness = 'fresh';
    for (const tag of tags) {
      const change = changed.get(tag);
      if (!change || change.count <= began) continue;
      if (change.gone > began) return 'gone';
      state = 'stale';
    }
    return state;
  }

  return {
    get count() {
      return count;
    },
    stateOf(entry) {
      if (entry.checked?.count !== count) entry.checked = { count, state: compute(entry) };
      return entry.checked.state;
    },
    apply(notice) {
      const tags = changedTags(notice);
      if (!tags) return false;
      count += 1;
      const at = clock.elapsed();
      for (const { tag, isGone } of tags) {
        const gone = isGone ? count : (changed.get(tag)?.gone ?? 0);
        changed.delete(tag);
        changed.set(tag, { count, gone, at });
      }
      for (const [tag, change] of changed) {
        if (at - change.at < KEPT_MS) break;
        changed.delete(tag);
      }
      return true;
    },
    all() {
      count += 1;
      clearedAt = count;
      changed.clear();
    },
  };
}
