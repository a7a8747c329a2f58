import { daysOld, type DemoPost } from './demo-post.ts'

/** A comment that a member has reported. */
export const reportedRemark =
  'Two tickets for Saturday, best price, write to tickets at cheap-seats dot example. First come, first served!'

/** A comment that was reported in vain. */
export const dismissedRemark = 'And yet the forum knew immediately.'

/** The demo’s member has stopped in the middle of it. */
export const halfWatched = { title: 'A Sunday in sixty-five seconds', seconds: 24 }

export const secondHalf: DemoPost[] = [
  {
    title: 'Pitch inspection',
    more: [
      {
        file: 'sunday-pitch.webp',
        alt: 'A sunny football pitch from above, with a dashed circle around the referee.',
      },
      {
        file: 'corner-flag.webp',
        alt: 'A corner flag at night under floodlights, with four shadows around it.',
      },
      {
        file: 'centre-circle.webp',
        alt: 'The center circle with the ball on its spot before kick-off.',
      },
      { file: 'goal-at-dawn.webp', alt: 'A goal with its net on a frosty pitch at dawn.' },
      { file: 'tunnel.webp', alt: 'The view from a dark players’ tunnel towards the bright pitch.' },
    ],
    attachments: ['pitch-inspection.txt'],
    ageHours: daysOld(154),
    appeal: 0.65,
    show: {
      file: 'snow-lines.webp',
      kind: 'image',
      alt: 'A snow-covered pitch whose lines have been swept clear.',
    },
    content:
      'Eight in the morning, two volunteers with brooms, and four hundred people on a bus somewhere hoping I say yes.\n\nYou walk it once in a straight line and once like a drunk. If the ball rolls and the ground gives, you play. My prints are the ones that end at the far penalty spot: that is where it did not give.',
    remarks: [
      'So, off?',
      { creator: 'Off. The bus turned round at a service station. I heard it was a good lunch.' },
      'Swept lines in fresh snow might be the prettiest thing in football.',
      'I was one of the two with the brooms, spiritually.',
    ],
  },
  {
    title: 'Ten yards is a negotiation',
    ageHours: daysOld(138),
    appeal: 0.55,
    show: {
      file: 'ten-yards.webp',
      kind: 'image',
      alt: 'White foam on the grass: an arc before the ball and a line for the wall.',
    },
    content:
      'Nine metres and fifteen centimetres. I pace it with my back to the wall, because if I face them they come along.\n\nThe foam changed the conversation. Before, I said "back", they said "this is ten", and we met at eight. Now the line says it. It stays for about a minute. So does the honesty.',
    remarks: [
      'My left back once shuffled forward so slowly it counted as erosion.',
      { creator: 'I have booked erosion.' },
      'Does the stuff wash out of black shorts? Asking as a club mum.',
      { creator: 'Yes. Blood does not, in case that is your next question.' },
    ],
  },
  {
    title: 'Two watches',
    ageHours: daysOld(121),
    appeal: 0.5,
    show: {
      file: 'two-watches.webp',
      kind: 'image',
      alt: 'Two wristwatches side by side that show nearly the same time.',
    },
    uncorrected: {
      hours: 3,
      content:
        'Left wrist runs with the match and is never touched. Right wrist stops when the match stops. At forty-five the difference between them is what I owe you.\n\nThe red slice is seven and a half minutes. A goalkeeper looking for his left glove, mostly.',
    },
    content:
      'Left wrist runs with the match and is never touched. Right wrist stops when the match stops. At forty-five the difference between them is what I owe you.\n\nThe red slice is six and a half minutes. A goalkeeper looking for his left glove, mostly.',
    remarks: [
      'I never understood where the minutes come from. Now I do, and I am still angry about one of them.',
      'What if one stops by itself?',
      { creator: 'Then you have one watch and a memory. I have been there. The memory lost a minute.' },
    ],
  },
  {
    title: 'Level is on',
    ageHours: daysOld(104),
    appeal: 0.7,
    isOpen: true,
    isClip: true,
    show: {
      file: 'level-is-on.mp4',
      alt: 'An attack that stops at the moment of the pass, with the last defender and the attacker level.',
      kind: 'video',
      seconds: 6.8,
    },
    content:
      'The picture stops at the moment the ball leaves the foot. That is the only moment there is. Everything you remember, the gap, the keeper stranded, happened afterwards and does not count.\n\nSecond-last opponent, attacker, same blade of grass. Level is on. Say it slowly to whoever sits next to you.',
    remarks: [
      'Said it slowly. I now sleep in the spare room.',
      'Watched it six times. From the stand I would have screamed for offside every single time.',
      { creator: 'So did the stand.' },
      'Why is the flag so often late then?',
      { creator: 'Because we wait and see. A flag cannot be lowered again without an apology.' },
      'The pause button in the corner. Nice touch.',
    ],
  },
  {
    title: 'Eleven kilometres, drawn',
    isMadeWithAi: true,
    ageHours: daysOld(87),
    appeal: 0.6,
    show: {
      file: 'ninety-minutes.webp',
      kind: 'image',
      alt: 'A pitch from above, covered by the line of one referee’s run: green where it was slow, red where it was fast.',
    },
    content:
      'One match as my feet remember it. Green is walking, yellow is running, red is "why did nobody say they were so fast".\n\nThe empty corners are not laziness. They belong to my assistants, and I trust them. The knot in the middle is where twenty-two people explain things to me.',
    remarks: [
      'This should be a poster. I would hang it in the hall.',
      'How much of the red hurts the next day?',
      { creator: 'All of it. The green hurts too after forty.' },
      'I love that it is almost a diagonal and not quite.',
    ],
  },
  {
    title: 'Before the door opens',
    ageHours: daysOld(70),
    appeal: 0.5,
    show: { file: 'from-the-tunnel.m4a', kind: 'audio', seconds: 20 },
    content:
      'Headphones, please. Twenty seconds of concrete, studs and a strip light that hums at the wrong pitch. Then somebody opens the door.\n\nI have heard it a few hundred times. The last second still goes straight down the spine.',
    remarks: [
      'The roar when the door goes. Played it three times on the train and nearly stood up.',
      'You can hear that nobody talks.',
      { creator: 'Somebody always coughs. I left him out.' },
    ],
  },
  {
    title: 'The moment before',
    ageHours: daysOld(54),
    appeal: 0.65,
    show: {
      file: 'centre-circle.webp',
      kind: 'image',
      alt: 'The center circle with the ball on its spot before kick-off.',
    },
    content:
      'Seen from the gantry. Twenty-two people, a groundsman who mows in rings because nobody told him not to, and one in yellow who could start it and does not yet.\n\nI always waited one second longer than I had to. It was the only second of the afternoon that was mine.',
    remarks: [
      'So that is what that pause is. I thought your whistle was stuck.',
      { creator: 'Once it was. That pause was four seconds and felt like a career.' },
      'The rings! Whoever mowed that deserves a medal and a talking-to.',
      'Counted the players. All there. I do not know what I expected.',
    ],
  },
  {
    title: 'Your questions, on one page',
    ageHours: daysOld(40),
    appeal: 0.75,
    isFormatted: true,
    show: null,
    more: [
      { file: 'tunnel.webp', alt: 'The mouth of a players’ tunnel, dark, with the bright pitch behind it.' },
      { file: 'snow-lines.webp', alt: 'The lines of a football pitch, swept free of snow.' },
    ],
    content: [
      'I collected what you asked over the last weeks. Short answers; the long ones get their own posts.',
      '**Do you support anybody?** I did until I was sixteen. Then I got a whistle and it went away, like a cold.',
      '**What do players really say?** Less than you think, and mostly "ref".',
      '![Where they say it: the tunnel, five minutes before.](part:tunnel.webp)',
      '**Worst weather?** Fog. Rain you can see. In fog you referee by sound and good faith.',
      '![Snow is only paperwork.](part:snow-lines.webp)',
      '**Best ground?** The one with the tea urn behind the away dugout. You know which one if you have been.',
      '**Did you ever book someone for being funny?** Twice. It was very good both times, and it went on too long both times.',
      '**Do you miss it?** On Saturdays at five to three. By ten past it is over.',
    ].join('\n\n'),
    remarks: [
      'By ten past it is over. Oof.',
      'Which ground is it with the urn? Asking for a friend with a thermos.',
      { creator: 'If I name it there will be a queue.' },
      'One for the next page: who taught you to talk to captains?',
      { creator: 'A school caretaker. That is a long one. Coming.' },
      'Fog by sound. I want that post now.',
    ],
  },
  {
    title: 'The flag goes up',
    ageHours: daysOld(27),
    appeal: 0.6,
    show: {
      file: 'raised-flag.webp',
      kind: 'image',
      alt: 'An assistant’s flag in yellow and red, raised straight up.',
    },
    content:
      'Yellow and red, quartered, so that it is seen against grass, sky, stand and winter coats. The assistant does not wave it. It goes up, it stays up, it waits for me to look.\n\nThe best one I ever worked with had a rule: when in doubt the arm is too heavy. Nineteen seasons, and her arm was right more often than my eyes.',
    remarks: [
      'When in doubt the arm is too heavy. That is a whole philosophy.',
      'My daughter ran the line for the first time on Sunday. I showed her this before breakfast.',
      { creator: 'Tell her: look at the feet, listen for the ball. And that I said well done.' },
      'She has read it. She is now unbearable. Thank you.',
    ],
  },
  {
    title: 'From the back row',
    ageHours: daysOld(20),
    appeal: 0.7,
    show: {
      file: 'sunday-pitch.webp',
      kind: 'image',
      alt: 'A sunny football pitch from above, with a dashed circle around the referee.',
    },
    content:
      'A groundsman let me up the floodlight ladder on my day off. From up there the game is a diagram: twenty-two dots, one ball, and one dot that everybody avoids.\n\nI have drawn a circle around that one. It used to be me.',
    remarks: [
      'The only dot that is never offside.',
      { creator: 'And the only one that never gets the ball on purpose.' },
      'You can see the diagonal from here. Finally.',
      { by: 'moderator', says: 'From up there, does anybody ever push anybody?' },
      { creator: 'Never. From up there they all change their minds at the same time.' },
    ],
  },
  {
    title: 'Where seven minutes come from',
    ageHours: daysOld(15),
    appeal: 0.55,
    show: {
      file: 'added-time.mp4',
      alt: 'The fourth official’s board in the rain.',
      kind: 'video',
      seconds: 5.6,
    },
    content:
      'Thirty seconds for a substitution, a minute for the one who is hurt, two for the one who is not. I count upwards during the match, quietly, like a taxi.\n\nNobody has ever thanked me for the seventh minute. Half of the ground has never forgiven it.',
    remarks: [
      'Quietly, like a taxi. I will never un-hear that.',
      'Two for the one who is not. Shots fired.',
      { creator: 'Measured over nineteen seasons.' },
      { by: 'admin', says: 'I have timed the coffee queue in the same way. It comes to seven as well.' },
      { creator: 'Then someone in that queue was not hurt.' },
    ],
  },
  {
    title: 'Every colour I was ever handed',
    ageHours: daysOld(10),
    appeal: 0.75,
    show: {
      file: 'card-stack.webp',
      kind: 'image',
      alt: 'A stack of coloured cards on a white desk, with a pencil, a watch and a notebook.',
    },
    content:
      'Clearing the desk. Two of these are official. The blue one is from a youth league that sent people to sit down for ten minutes, the green one from a tournament that rewarded fair play, and the orange one I have never dared to use.\n\nThe green one came out four times in nineteen seasons. I remember all four.',
    remarks: [
      'Tell us the four!',
      { creator: 'Next week, one a day. They deserve it.' },
      reportedRemark,
      'I would pay to see the orange one.',
    ],
  },
  {
    title: 'Thirty centimetres',
    ageHours: daysOld(6) + 5,
    appeal: 0.7,
    show: {
      file: 'offside-line.webp',
      kind: 'image',
      alt: 'The replay of an offside decision: two lines across the pitch, thirty centimeters apart.',
    },
    content:
      'The camera stands where nobody in the ground can sit. From here it is easy: blue line, red shirt, thirty centimetres.\n\nFrom the touchline it is a man who runs at nine metres a second past a man who runs the other way. They are level for about two hundredths of one. Be kind to whoever holds the flag.',
    remarks: [
      'Two hundredths. I cannot even find my keys in that time.',
      dismissedRemark,
      { creator: 'The forum has very good seats.' },
      'Could you do the same for handball one day? Or is that cruel?',
      { creator: 'It is cruel. I will do it.' },
      { by: 'member', says: 'My daughter ran the line on Saturday. Level is on, and nobody believed her.' },
      { creator: '@author She was right, and she was alone. That is the whole job.' },
    ],
  },
  {
    title: 'New here? Start with this',
    ageHours: daysOld(4),
    appeal: 0.8,
    isOpen: true,
    show: {
      file: 'full-stand.webp',
      kind: 'image',
      alt: 'A packed stand in bright daylight, with flags and raised arms.',
    },
    content: [
      'This club is one referee, retired, and a stand full of people who like to know why. Everybody with an account can read this page; the rest is for members.',
      'What you get: a story, a picture or a film about once a fortnight, and straight answers in the comments. Members see new posts first, and there are no adverts.',
      'Where to begin: “The call I got wrong” for the story I am asked about most, “Level is on” if you only have seven seconds, and “Your questions, on one page” before you ask yours.',
      'Then say hello below. I read all of it.',
    ].join('\n\n'),
    remarks: [
      'Hello from row twelve. Started with the call you got wrong, stayed for the rest.',
      { creator: 'Welcome. Row twelve sees everything.' },
      {
        by: 'moderator',
        says: 'Hello, all of you. If a comment spoils your day, report it: I read every one.',
      },
      { creator: 'Maya has settled more arguments than I have.' },
    ],
  },
  {
    title: halfWatched.title,
    ageHours: daysOld(1) + 3,
    appeal: 0.85,
    show: {
      file: 'a-sunday.mp4',
      kind: 'video',
      seconds: 65,
      alt: 'Slow views of a pitch from above, a packed stand and a desk with cards.',
    },
    content:
      'No whistle in this one, no sound at all. The pitch before anybody argues, the stand before anybody shouts, the cards before anybody needs them.\n\nIt is the part of the day I miss.\n\n0:00 The pitch\n0:11 The stand\n0:21 The cards\n0:32 The circle\n0:43 The flags\n0:54 The pitch, once more',
    captions: `WEBVTT

00:01.000 --> 00:09.000
Pitch three, an hour before kick-off. Nobody argues with grass.

00:12.000 --> 00:19.000
The stand holds its breath before anybody shouts.

00:22.000 --> 00:30.000
The cards stay in the drawer until somebody asks for them.

00:33.000 --> 00:41.000
The center circle: ten yards that everybody agrees on.

00:44.000 --> 00:52.000
Four flags, and the wind makes every decision.

00:55.000 --> 01:04.000
Once more the pitch. Its groundsman has been up since five.
`,
    remarks: [
      'Watched it twice, then went outside.',
      { creator: 'Best review I have had.' },
      {
        by: 'moderator',
        says: 'My mother watched it with the captions. She liked the flags best.',
        isReply: true,
      },
      { creator: '@author Tell her that they liked being looked at.' },
      'Where is the pitch at the start?',
      { by: 'member', says: 'By the canal, I think. I ran the line there once.', isReply: true },
      { creator: '@author It is. I still owe its groundsman a flask.' },
      { by: 'admin', says: 'That is in the captions now, so the search will remind you.', isReply: true },
      { creator: '@author Then there is no way out of it.' },
    ],
  },
  {
    title: 'Back on pitch three',
    ageHours: 5,
    appeal: 0.6,
    show: { file: 'goal-at-dawn.webp', kind: 'image', alt: 'A goal with its net on a frosty pitch at dawn.' },
    content:
      'Someone rang last night: could I do an under-tens this morning, theirs has the flu. So here I am. Frost, one net with a hole in it, a flask, and nobody here yet but the goal.\n\nNo dog so far. I have brought the notebook in case.',
    remarks: [
      'Tell us there is a spaniel.',
      'Pitch three! The circle closes.',
      { creator: 'Kick-off was late: we had to agree on what counts as frost. Two-two. No dog.' },
      { by: 'member', says: '@author We need the dog’s side of the story.', isReply: true },
      { by: 'moderator', says: 'May we have the minutes of the frost meeting?' },
      { creator: 'One flask for, one net against. Carried.' },
      { by: 'admin', says: 'Bring a dog next time and I will make it a collection.' },
      { creator: 'The notebook is still open.' },
    ],
  },
]
