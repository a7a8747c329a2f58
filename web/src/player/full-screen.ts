import { useEffect, useState } from 'react'

/** iPhones support full screen only for videos, with a prefixed API. */
type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

export function toggleFullscreen(frame: HTMLElement, video: PhoneVideo): void {
  if (document.fullscreenElement === frame) void document.exitFullscreen().catch(() => undefined)
  else if ('requestFullscreen' in frame) void frame.requestFullscreen().catch(() => undefined)
  else video.webkitEnterFullscreen?.()
}

export function useIsFullscreen(frame: HTMLElement | null): boolean {
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const look = () => setFull(frame !== null && document.fullscreenElement === frame)
    document.addEventListener('fullscreenchange', look)
    return () => document.removeEventListener('fullscreenchange', look)
  }, [frame])
  return isFull
}

export const hasSmallWindow = () => 'pictureInPictureEnabled' in document && document.pictureInPictureEnabled

export function toggleSmallWindow(video: HTMLVideoElement): void {
  const moved =
    document.pictureInPictureElement === video
      ? document.exitPictureInPicture()
      : video.requestPictureInPicture()
  void Promise.resolve(moved).catch(() => undefined)
}
