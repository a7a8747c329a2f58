import { fairEngagement, highEngagement, type PostReach } from '@touchline/contract/reach.ts'

const kinds = { image: 'Picture', video: 'Video', audio: 'Recording', text: 'Text' }

export const kindWord = (kind: PostReach['mediaType']) => kinds[kind]

/** What a post is called in a list: its title, how its text begins, or what it is. */
export const nameOfPost = ({
  title,
  excerpt,
  mediaType,
}: Pick<PostReach, 'title' | 'excerpt' | 'mediaType'>) =>
  title || excerpt.trim() || `${kinds[mediaType]} without a title`

/** True for what has a length: the time it was played is counted. */
export const plays = ({ mediaType }: Pick<PostReach, 'mediaType'>) =>
  mediaType === 'video' || mediaType === 'audio'

/** Instead of members reached and watch time until they are counted for the first time. */
export const notCounted = 'Not counted yet'

/** Members reached, of how many; null until it is counted. */
export const reachedOf = ({ reached, members }: Pick<PostReach, 'reached' | 'members'>) =>
  reached === null || members === null
    ? null
    : `${reached.toLocaleString('en-US')} of ${members.toLocaleString('en-US')}`

/** How engagement is judged: a colour, and the same in a word. Null where there is none. */
export function engagementLook(engagement: number | null) {
  if (engagement === null) return null
  const shown = `${engagement.toFixed(1)}%`
  if (engagement >= highEngagement) return { shown, word: 'High', colour: 'text-turf' }
  if (engagement >= fairEngagement) return { shown, word: 'Fair', colour: 'text-caution' }
  return { shown, word: 'Low', colour: 'text-dismissal' }
}

/** A length in seconds as it is said: `45 s`, `3 min 20 s`, `1 h 12 min`. */
export function lengthText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`
  return `${Math.floor(minutes / 60).toLocaleString('en-US')} h ${minutes % 60} min`
}

const untilErased =
  'When a member’s account is deleted, what they did here goes with it, including earlier days.'

/** What is counted, and how, in the words shown beside each figure. */
export const definitions = {
  views: `How often it was seen: a person counts once a day (UTC), when half of the post was in view for a second. You and admins are not counted. ${untilErased}`,
  likes: `Hearts the post has now. ${untilErased}`,
  comments: `Comments and replies under it, yours included. ${untilErased}`,
  engagement: `Likes and comments per hundred views. High from ${highEngagement.toFixed(1)}%, fair from ${fairEngagement.toFixed(1)}%, otherwise low. Left out without views, or with more likes than views: people then looked while counting was off.`,
  reached:
    'Members who have seen it on any day, out of all members there were when it was counted: those with access, including the days of grace after a failed payment. Counted again within a minute of somebody seeing it, and every night for those who left or came back.',
  watched: `How long it was played, by everybody together, by the clock: a film played twice as fast takes half the time. No more is counted than the time that has really passed, and at most five times its length per person and day. Added up as often as the members reached. ${untilErased}`,
}
