import { useT } from '#web/kit/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';
import { Button } from '#web/ui/button.tsx';

interface Props {
  text: string;
  /** Of what it copies. */
  what: 'codes' | 'key';
}

/** Nobody copies where the line is not secure. */
export function CopyButton({ text, what }: Props) {
  const t = useT();
  if (!window.isSecureContext) return null;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast({ tone: 'done', title: t(`twoStep.copied.${what}`) }),
      () => toast({ tone: 'failed', title: t('common.error'), text: t(`twoStep.copyFailed.${what}`) }),
    );
  return (
    <Button look="quiet" onClick={() => void copy()}>
      {t(`twoStep.copy.${what}`)}
    </Button>
  );
}
