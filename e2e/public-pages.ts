export const publicHeadings = {
  '/': /The match/,
  '/login': 'Welcome Back',
  '/signup': 'Join the club',
  '/terms': 'Terms of Service',
  '/privacy': 'Privacy Policy',
  '/rules': 'Community Rules',
  '/influencer-info': 'About the Influencer',
}
