/** What each kind of medium is called. */
export const mediaNames = { image: 'Picture', video: 'Video', audio: 'Recording' }
