/** A component fetched when it is first shown. Unlike with React.lazy alone, a fetch that failed can be tried again. */
import { type ComponentType, lazy } from 'react';

const failed = new Set<() => void>();

/** Lets what could not be fetched be fetched again when it is shown the next time. */
export function forgetFailedFetches(): void {
  for (const forget of failed) forget();
  failed.clear();
}

export function lazily<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const begin = () =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        // Not at once: React renders a second time before it gives up, which would fetch for ever.
        failed.add(() => {
          current = begin();
        });
        throw error;
      }
    });
  let current = begin();
  // biome-ignore lint/correctness/noComponentHookFactories: made once per module, when it is read
  const Waiting = (props: Props) => {
    const Shown = current as ComponentType<Props>;
    return <Shown {...props} />;
  };
  return Waiting;
}
