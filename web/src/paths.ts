/** Every place inside the site. A link names one of these; no path is written anywhere else. */
export const paths = {
  home: '/',
  login: '/login',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  signup: '/signup',
  payment: '/payment',
  paymentSuccess: '/payment-success',
  subscribe: '/subscribe',
  content: '/content',
  post: '/post/$postId',
  inbox: '/inbox',
  desk: '/desk',
  draft: '/desk/$draftId',
  settings: '/settings',
  changePassword: '/change-password',
  tipsReceived: '/tips-received',
  myTips: '/my-tips',
  promoTest: '/promo-test',
  blockUsers: '/block-users',
  admin: '/admin',
  adminPerson: '/admin/users/$personId',
  audit: '/admin/audit',
  appeal: '/appeal',
  reports: '/admin/reports',
  support: '/admin/support',
  books: '/admin/books',
  mediaHealth: '/admin/media',
  payouts: '/payouts',
  statement: '/payouts/$statementId',
  terms: '/terms',
  privacy: '/privacy',
  influencerInfo: '/influencer-info',
  rehearsal: '/admin/rehearsal',
} as const

export type AppPath = (typeof paths)[keyof typeof paths]

/** Where the server sends people who must sign in; a full navigation, not a page of the router. */
export const signInAddress = '/api/login'
