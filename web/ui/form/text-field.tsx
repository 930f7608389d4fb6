import type { ComponentProps, ReactNode } from 'react';
import { type FieldWords, useTypedField } from '#web/kit/use-field.ts';
import { boxStyle, FieldFrame } from './field-frame.tsx';

export interface TextFieldProps extends FieldWords, Omit<ComponentProps<'input'>, 'name'> {
  name: string;
  /** The value of what was typed. */
  read?: (typed: string) => unknown;
  /** A control or a unit at the end of the field. */
  children?: ReactNode;
}

export function TextField({ name, label, hint, wrong, read, children, className = '', ...input }: TextFieldProps) {
  const { frame, control } = useTypedField(name, { label, hint, wrong }, read);
  return (
    <FieldFrame {...frame}>
      <div className="relative">
        <input {...input} {...control} className={`h-13 ${boxStyle} ${children ? 'pr-14' : ''} ${className}`} />
        {children && <div className="absolute inset-y-0 right-1 flex items-center">{children}</div>}
      </div>
    </FieldFrame>
  );
}
