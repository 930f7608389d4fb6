import type { User } from '#core/contract/accounts/accounts.ts';
import { MediaGrid } from './media-grid.tsx';
import { UploadPanel } from './upload-panel.tsx';

/** The media library, to add files, look at them and delete them. Needs the message areas `media` and `forms`. */
export function MediaLibrary({ user }: { user: User }) {
  return (
    <div className="flex flex-col gap-6">
      <MediaGrid user={user} />
      <UploadPanel />
    </div>
  );
}
