import { fairEngagement, highEngagement, type PostReach } from '@touchline/contract/reach.ts'

const kinds = { image: 'Picture', video: 'Video', audio: 'Recording', text: 'Text' }

export const kindWord = (kind: PostReach['mediaType']) => kinds[kind]

export const nameOfPost = ({
  title,
  excerpt,
  mediaType,
}: Pick<PostReach, 'title' | 'excerpt' | 'mediaType'>) =>
  title || excerpt.trim() || `${kinds[mediaType]} without a title`

/** True for media with a duration, whose watch time is counted. */
export const plays = ({ mediaType }: Pick<PostReach, 'mediaType'>) =>
  mediaType === 'video' || mediaType === 'audio'

export const notCounted = 'Not counted yet'

/** Members reached out of all; null before the first count. */
export const reachedOf = ({ reached, members }: Pick<PostReach, 'reached' | 'members'>) =>
  reached === null || members === null
    ? null
    : `${reached.toLocaleString('en-US')} of ${members.toLocaleString('en-US')}`

/** Rates engagement with a color and a word; null without a value. */
export function engagementLook(engagement: number | null) {
  if (engagement === null) return null
  const shown = `${engagement.toFixed(1)}%`
  if (engagement >= highEngagement) return { shown, word: 'High', colour: 'text-turf' }
  if (engagement >= fairEngagement) return { shown, word: 'Fair', colour: 'text-caution' }
  return { shown, word: 'Low', colour: 'text-dismissal' }
}

/** A duration: `45 s`, `3 min 20 s`, `1 h 12 min`. */
export function lengthText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`
  return `${Math.floor(minutes / 60).toLocaleString('en-US')} h ${minutes % 60} min`
}

const untilErased =
  'When a member’s account is deleted, their activity is removed too, including earlier days.'

export const definitions = {
  views: `How often it was seen: a person counts once a day (UTC), when half of the post was in view for a second. You and admins are not counted. ${untilErased}`,
  likes: `Hearts the post has now. ${untilErased}`,
  comments: `Comments and replies under it, yours included. ${untilErased}`,
  engagement: `Likes and comments per hundred views. High from ${highEngagement.toFixed(1)}%, fair from ${fairEngagement.toFixed(1)}%, otherwise low. Left out without views, or with more likes than views: which happens when view counting was switched off.`,
  reached:
    'Members who have seen it on any day, out of all members at the time of counting: those with access, including the days of grace after a failed payment. Recounted within a minute of a view, and every night for members who left or came back.',
  watched: `Total watch time of all viewers in real time: playing at double speed takes half the time. At most five times the length is counted per person and day. Recounted as often as members reached. ${untilErased}`,
}
