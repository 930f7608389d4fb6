/** The media library as the server has it. */
import { type Query, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { type MediaItem, media } from '#core/contract/media.ts';
import { api, codeOfRefusal, isSignedOut } from '#web/kit/data/api.ts';
import { pagesQuery, times } from '#web/kit/data/queries.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';

export type MediaCategory = NonNullable<MediaItem['category']>;

/** Newest first; an empty category is all of them. */
export const useMedia = (category: MediaCategory | '') =>
  useInfiniteQuery({ ...pagesQuery(api, media.list, { category }), ...times.media });

/** Whether a query is one of the library, of any category. */
export const isOfLibrary = ({ queryKey }: Pick<Query, 'queryKey'>): boolean =>
  String(queryKey[0]).startsWith(media.list.path);

/** Removes a file from the library. One that is gone already counts as removed. */
export function useRemoveMedia({ id }: MediaItem, onRemoved: () => void) {
  const t = useT();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      try {
        await api.call(media.remove, { params: { id } });
      } catch (error) {
        if (codeOfRefusal(error) !== 'media.notFound') throw error;
      }
    },
    onSuccess: () => {
      onRemoved();
      toast({ tone: 'done', title: t('media.deleted') });
      void queries.invalidateQueries({ predicate: isOfLibrary });
    },
    onError: (error) => {
      if (isSignedOut(error)) return;
      toast({ tone: 'failed', title: t('media.deleteFailed.title'), text: t('media.deleteFailed.text') });
    },
  });
}
