import { useId, useRef, useState } from 'react';
import type { User } from '#core/contract/accounts/accounts.ts';
import type { MediaItem } from '#core/contract/media.ts';
import { MEDIA_CATEGORIES } from '#core/domain/media.ts';
import { useUser } from '#web/features/accounts/use-user.ts';
import { tintOf } from '#web/features/deals/category-icon.tsx';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { boxStyle } from '#web/ui/form/text-fields.tsx';
import { ChevronDown } from '#web/ui/icons.ts';
import { Skeletons } from '#web/ui/loading.tsx';
import { PagedList } from '#web/ui/paged-list.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { MediaPreview } from './media-preview.tsx';
import { type MediaCategory, useMedia } from './use-media.ts';

type Props =
  /** Selection mode: a press selects. */
  | { onSelect: (item: MediaItem) => void; user?: undefined }
  /** A press opens a preview; `user` may delete their own files, an administrator all of them. */
  | { user: User; onSelect?: undefined };

/** The files of the library, newest first, of one category or all. */
export function MediaGrid({ user, onSelect }: Props) {
  const t = useT();
  const id = useId();
  const [category, setCategory] = useState<MediaCategory | ''>('');
  const [opened, setOpened] = useState<MediaItem | null>(null);
  const filter = useRef<HTMLSelectElement>(null);
  const list = useMedia(category);
  const visitor = useUser();
  const ownId = visitor.state === 'user' ? visitor.user.id : null;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-1.5">
        <label htmlFor={id} className="text-sm font-semibold">
          {t('media.filter')}
        </label>
        <div className="relative">
          <select
            id={id}
            ref={filter}
            value={category}
            onChange={(event) => setCategory(event.target.value as MediaCategory | '')}
            className={`h-13 appearance-none pr-12 ${boxStyle}`}
          >
            <option value="">{t('media.filter.all')}</option>
            {MEDIA_CATEGORIES.map((each) => (
              <option key={each} value={each}>
                {t(`category.${each}`)}
              </option>
            ))}
          </select>
          <ChevronDown size={18} className="pointer-events-none absolute inset-y-0 right-4 my-auto text-muted" />
        </div>
      </div>
      <PagedList
        list={list}
        waiting={<Skeletons isGrid count={6} className="aspect-square" />}
        failed={t('media.notFetched')}
        empty={<p className="rounded-2xl bg-raised p-5 text-center text-muted">{t('media.empty')}</p>}
        more={t('media.more')}
        grid="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8rem),1fr))] gap-3"
      >
        {(item) => (
          <Tile
            key={item.id}
            item={item}
            isOwn={ownId !== null && item.uploadedBy === ownId}
            onOpen={onSelect ?? setOpened}
            isDialog={!onSelect}
          />
        )}
      </PagedList>
      {opened && user && (
        <MediaPreview
          item={opened}
          isRemovable={user.role === 'admin' || opened.uploadedBy === user.id}
          onClose={() => setOpened(null)}
          onRemoved={() => {
            setOpened(null);
            // The tile that opened the preview goes away.
            setTimeout(() => filter.current?.focus());
          }}
        />
      )}
    </div>
  );
}

interface TileProps {
  item: MediaItem;
  isOwn: boolean;
  onOpen: (item: MediaItem) => void;
  /** Whether the press opens a dialog. */
  isDialog: boolean;
}

function Tile({ item, isOwn, onOpen, isDialog }: TileProps) {
  const t = useT();
  return (
    <article className="relative overflow-hidden rounded-2xl border border-line bg-surface eased focus-within:shadow-lift hover:shadow-lift">
      <Picture
        src={item.url}
        alt=""
        width={160}
        height={160}
        sizes="(min-width: 640px) 180px, 44vw"
        missing={t('deal.imageUnavailable')}
        className={`aspect-square ${tintOf(item.category ?? '')}`}
      />
      {isOwn && (
        <span className="absolute top-2 left-2 rounded-full bg-surface px-2.5 py-0.5 text-sm shadow-card">
          {t('media.yours')}
        </span>
      )}
      <button
        type="button"
        translate="no"
        aria-haspopup={isDialog ? 'dialog' : undefined}
        onClick={() => onOpen(item)}
        className="stretched block min-h-11 w-full cursor-pointer truncate px-3 text-left text-sm"
      >
        {item.originalName}
      </button>
    </article>
  );
}
