import { useState } from 'react';
import type { User } from '#core/contract/accounts.ts';
import { useT } from '#web/kit/i18n.tsx';
import { useIdentities } from '#web/kit/shop-config.ts';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { Skeletons } from '#web/ui/loading.tsx';
import { MissingPart } from '#web/ui/problem.tsx';
import { OwnerField } from '../accounts/owner-field.tsx';
import { IdentityButtons } from './identity-buttons.tsx';
import { unlinkedOf } from './unlinked-of.ts';
import { type LinkCredential, useLink, useLinked } from './use-linked.ts';

/** Which account elsewhere it is, then whose it is here. */
export function LinkAccount({ user, onDone }: { user: User; onDone: () => void }) {
  const t = useT();
  const clients = useIdentities();
  const { data, error, refetch } = useLinked();
  const [shown, setShown] = useState<LinkCredential | null>(null);
  if (!data)
    return error ? (
      <MissingPart what={t('linked.notFetched')} error={error} retry={() => void refetch()} />
    ) : (
      <Skeletons count={1} className="h-28" />
    );
  if (shown) return <Confirmation user={user} shown={shown} onDone={onDone} onOther={() => setShown(null)} />;
  const providers = unlinkedOf(clients, data);
  if (providers.length === 0) return <p>{t('linked.nothing')}</p>;
  return (
    <>
      <p>{t('linked.about')}</p>
      <div className="flex flex-col gap-3">
        <IdentityButtons
          providers={providers}
          isWanted
          isBusy={false}
          onCredential={(provider, credential) => setShown({ provider, credential })}
        />
      </div>
    </>
  );
}

interface Props {
  user: User;
  shown: LinkCredential;
  onDone: () => void;
  onOther: () => void;
}

function Confirmation({ user, shown, onDone, onOther }: Props) {
  const t = useT();
  const submission = useLink({ shown, hasPassword: user.hasPassword, onDone });
  return (
    <>
      <Form card submission={submission} action={t('linked.add')} pending={t('linked.adding')}>
        <p>{t('linked.shown', { name: t(`linked.${shown.provider}`) })}</p>
        <OwnerField user={user} />
      </Form>
      <Button variant="plain" onClick={onOther}>
        {t('linked.other')}
      </Button>
    </>
  );
}
