/* The operator's words on the pages where one signs in or up, apart from the long ones of the landing page. */

export const joiningWords = {
  login: {
    promoTitle: 'The team sheet is up',
    promo: 'New stories, behind-the-scenes video and answers from the touchline are waiting inside.',
  },
  signup: {
    title: 'Join the club',
    lead: 'Two short halves: tell us who you are, then choose how to pay.',
  },
}
