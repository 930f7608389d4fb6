/** Following a salon, whose new deals are notified. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { urlOf } from '#core/contract/call.ts';
import { follows } from '#core/contract/follows.ts';
import { signInAddress } from '#web/features/accounts/session-end.ts';
import { useUser } from '#web/features/accounts/use-user.ts';
import { cityName } from '#web/features/deals/deal-words.tsx';
import { announce, joinSentences } from '#web/kit/access/announce.tsx';
import { api } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Link } from '#web/kit/router/link.tsx';
import { toastFailure } from '#web/kit/toasts.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Bell, Check } from '#web/ui/icons.ts';

interface Followable {
  id: string;
  slug: string;
  name: string;
}

const followsQuery = queryOptions({ queryKey: [urlOf(follows.list)], queryFn: () => api.call(follows.list) });

function useFollowed() {
  const visitor = useUser();
  return useQuery({ ...followsQuery, enabled: visitor.state === 'user' }).data;
}

/** For guests, a link to sign in and return. */
export function FollowButton({ salon }: { salon: Followable }) {
  const t = useT();
  const visitor = useUser();
  const isFollowed = useFollowed()?.some(({ salonId }) => salonId === salon.id);
  // Until the list is there, following is offered: a repeat changes nothing, and the list is fetched again.
  if (visitor.state === 'user') return <FollowToggle key={salon.id} salon={salon} isFollowed={isFollowed ?? false} />;
  return (
    <ButtonLink variant="secondary" to={signInAddress(`/salon/${salon.slug}`)}>
      <Bell size={19} />
      {t('follow.start')}
    </ButtonLink>
  );
}

function FollowToggle({ salon, isFollowed }: { salon: Followable; isFollowed: boolean }) {
  const t = useT();
  const queries = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    scope: { id: 'follows' },
    mutationFn: (follow: boolean) => api.call(follow ? follows.add : follows.remove, { params: { salonId: salon.id } }),
    onSuccess: (_, follow) =>
      // The button shows it.
      announce(follow ? joinSentences(t('follow.started'), t('follow.started.text')) : t('follow.stopped')),
    onError: (error) => toastFailure(error, { t, text: t('follow.failed') }),
    // Pending until the list is there again.
    onSettled: () => queries.invalidateQueries(followsQuery),
  });
  const isOn = isPending ? variables : isFollowed;
  return (
    <Button variant="secondary" onClick={() => isPending || mutate(!isOn)}>
      {isOn ? <Check size={19} className="text-olive" /> : <Bell size={19} />}
      {t(isOn ? 'follow.following' : 'follow.start')}
      {isOn && <span className="sr-only">{t('follow.stop', { name: salon.name })}</span>}
    </Button>
  );
}

/** Nothing while none are followed. */
export function FollowedSalons() {
  const t = useT();
  const followed = useFollowed() ?? [];
  if (followed.length === 0) return null;
  return (
    <section aria-labelledby="followed" className="flex flex-col gap-3 pt-3">
      <h2 id="followed" className="text-xl">
        {t('follow.list')}
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,22rem),1fr))] gap-3">
        {followed.map(({ salonId, slug, name, city }) => (
          <li key={salonId} className="flex flex-wrap items-center gap-3 rounded-card bg-surface p-4 shadow-card">
            <div className="min-w-0 flex-[1_1_9rem]">
              <Link to={`/salon/${slug}`} translate="no" className="font-semibold wrap-anywhere hover:underline">
                {name}
              </Link>
              <p className="text-sm text-muted">{cityName(city, t)}</p>
            </div>
            <FollowToggle salon={{ id: salonId, slug, name }} isFollowed />
          </li>
        ))}
      </ul>
    </section>
  );
}
