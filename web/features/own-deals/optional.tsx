import { type ReactNode, useEffect, useRef } from 'react';
import { useFormState } from 'react-hook-form';
import { useFormContext } from '#web/kit/forms/form.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';

/** Fields that can stay empty, closed to keep the form short; opened where one of them is wrong. */
export function Optional({ title, names, children }: { title: string; names: readonly string[]; children: ReactNode }) {
  const box = useRef<HTMLDetailsElement>(null);
  const { errors } = useFormState({ control: useFormContext().form.control });
  const isWrong = names.some((name) => errors[name] !== undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when the errors change
  useEffect(() => {
    if (!isWrong || !box.current || box.current.open) return;
    box.current.open = true;
    // A closed field could not take the focus.
    box.current.closest('form')?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [isWrong, errors]);
  return (
    <Disclosure ref={box} look="field" summary={title}>
      {children}
    </Disclosure>
  );
}
