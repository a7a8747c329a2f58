/** The tags of posts by their titles. */
export const tagged: Record<string, string[]> = {
  'Kick-off': ['Start here'],
  'New here? Start with this': ['Start here', 'Rules'],
  'Four shadows': ['Night matches', 'Pitches'],
  'One lamp out': ['Night matches'],
  'The diagonal, in eight seconds': ['Positioning', 'Training'],
  'Ten yards is a negotiation': ['Rules', 'Free kicks'],
  'Level is on': ['Rules', 'Offside'],
  'The flag goes up': ['Offside', 'Assistants'],
  'Thirty centimetres': ['Offside'],
  'Plus nine': ['Added time'],
  'Where seven minutes come from': ['Added time'],
  'Two watches': ['Added time', 'Kit'],
  'What is written on the back': ['Kit'],
  'Every colour I was ever handed': ['Kit'],
  'Four signals': ['Signals', 'Training'],
  'Twenty minutes to warm up': ['Training', 'Match day'],
  'The talk before the talk': ['Match day'],
  'Before the door opens': ['Match day'],
  'Pitch inspection': ['Match day', 'Pitches'],
  'The dog at pitch three': ['Pitches'],
  'Back on pitch three': ['Pitches'],
}

/** The collections with the titles of their posts in order, and the one whose picture is the cover. */
export const gathered: {
  title: string
  description: string
  ordering: 'own' | 'oldest'
  cover?: string
  posts: string[]
}[] = [
  {
    title: 'The whole match day',
    description:
      'From the first look at the pitch to the last walk off it, in the order in which it happens.',
    ordering: 'own',
    cover: 'The moment before',
    posts: [
      'Pitch inspection',
      'Before the door opens',
      'Twenty minutes to warm up',
      'The talk before the talk',
      'The moment before',
      'The last twenty metres',
    ],
  },
  {
    title: 'Offside, once and for all',
    description: '',
    ordering: 'own',
    posts: ['Level is on', 'The flag goes up', 'Thirty centimetres'],
  },
  {
    title: 'Pitch three',
    description: 'Everything that ever happened there.',
    ordering: 'oldest',
    posts: ['The dog at pitch three', 'Back on pitch three'],
  },
]

export const pinnedTitle = 'New here? Start with this'
