/* The operator's words on the pages where one signs in or up, apart from the long ones of the landing page. */

export const joiningWords = {
  login: {
    promoTitle: 'The team sheet is up',
    promo: 'New stories, behind-the-scenes video and answers from the touchline are waiting inside.',
  },
  signup: {
    title: 'Join the club',
    lead: 'Two short halves: tell us who you are, then choose how to pay.',
    benefitsTitle: 'What you get',
    benefits: [
      'Premium photos, videos and text posts',
      'Comments, answered first',
      'Direct creator interaction',
      'HD streaming and offline downloads',
      'Early access and beta features',
      'Ad-free, no spam DMs',
    ],
  },
}
