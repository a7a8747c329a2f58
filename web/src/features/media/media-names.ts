export const mediaNames = { image: 'Picture', video: 'Video', audio: 'Recording' }
