import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { identities, type LinkedAccount } from '#core/contract/accounts/identities.ts';
import { OwnerForm, OwnerWithPassword } from '#core/contract/accounts/second-factors.ts';
import { sessions } from '#core/contract/accounts/sessions.ts';
import { urlOf } from '#core/contract/call.ts';
import { type Provider, providers } from '#core/domain/accounts.ts';
import { api } from '#web/kit/data/api.ts';
import type { IdentityClients } from '#web/kit/data/shop-config.ts';
import { useSubmit } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';

/** Always refetched: another device may have changed it. */
const linkedQuery = queryOptions({
  queryKey: [urlOf(identities.linked)],
  queryFn: () => api.call(identities.linked),
  staleTime: 0,
});

export const useLinked = () => useQuery(linkedQuery);

/** The provider's credential. */
export interface LinkCredential {
  provider: Provider;
  credential: string;
}

export function useLink({
  shown,
  hasPassword,
  onDone,
}: {
  shown: LinkCredential;
  hasPassword: boolean;
  onDone: () => void;
}) {
  const t = useT();
  const queries = useQueryClient();
  return useSubmit({
    shape: hasPassword ? OwnerWithPassword : OwnerForm,
    send: ({ password }) => api.call(identities.link, { body: { ...shown, password } }),
    onDone: () => {
      void queries.invalidateQueries(linkedQuery);
      toast({ tone: 'done', title: t('linked.done') });
      onDone();
    },
    leaves: true,
    failed: t('linked.failed'),
  });
}

interface Unlinking {
  provider: LinkedAccount['provider'];
  hasPassword: boolean;
  onDone: () => void;
}

export function useUnlink({ provider, hasPassword, onDone }: Unlinking) {
  const t = useT();
  const queries = useQueryClient();
  return useSubmit({
    shape: hasPassword ? OwnerWithPassword : OwnerForm,
    send: ({ password }) => api.call(identities.unlink, { body: { provider, password } }),
    onDone: () => {
      // Linking ends all other sessions.
      for (const row of [identities.linked, sessions.list]) void queries.invalidateQueries({ queryKey: [urlOf(row)] });
      toast({ tone: 'done', title: t('linked.unlinked') });
      onDone();
    },
    leaves: true,
    failed: t('linked.failed'),
  });
}

/** The configured providers that are not linked yet. */
export const unlinkedOf = (clients: IdentityClients, linked: readonly LinkedAccount[]) =>
  providers.filter((name) => clients[name] && !linked.some(({ provider }) => provider === name));
