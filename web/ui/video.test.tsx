import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '#test/dom.tsx';
import { Video } from './video.tsx';

const seen = { ignore: '[data-live-region] *' };

test.each([
  [640, 'plays', 0],
  [0, 'says that it cannot be played', 1],
])('video, loaded with a width of %i px, %s', (videoWidth, _, count) => {
  show(<Video src="/media/a.mp4" label="Video" failed="failed" className="" />);
  const video = screen.getByLabelText('Video');
  Object.defineProperty(video, 'videoWidth', { value: videoWidth });
  fireEvent.loadedMetadata(video);
  expect(screen.queryAllByText('failed', seen)).toHaveLength(count);
});
