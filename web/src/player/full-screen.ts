import { useEffect, useState } from 'react'

/** An iPhone fills its screen with a video alone, by names of its own. */
type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

/** Fills the screen with a player, or gives it back. A browser that refuses leaves things as they are. */
export function toggleFullscreen(frame: HTMLElement, video: PhoneVideo): void {
  if (document.fullscreenElement === frame) void document.exitFullscreen().catch(() => undefined)
  else if ('requestFullscreen' in frame) void frame.requestFullscreen().catch(() => undefined)
  else video.webkitEnterFullscreen?.()
}

/** Whether `frame` fills the screen. */
export function useIsFullscreen(frame: HTMLElement | null): boolean {
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const look = () => setFull(frame !== null && document.fullscreenElement === frame)
    document.addEventListener('fullscreenchange', look)
    return () => document.removeEventListener('fullscreenchange', look)
  }, [frame])
  return isFull
}

/** Whether videos may play in a small window above all others here. */
export const hasSmallWindow = () => 'pictureInPictureEnabled' in document && document.pictureInPictureEnabled

/** Moves a video into a small window above all others, or back. */
export function toggleSmallWindow(video: HTMLVideoElement): void {
  const moved =
    document.pictureInPictureElement === video
      ? document.exitPictureInPicture()
      : video.requestPictureInPicture()
  void Promise.resolve(moved).catch(() => undefined)
}
