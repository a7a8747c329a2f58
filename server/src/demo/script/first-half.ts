import { daysOld, type DemoPost } from './demo-post.ts'

export const firstHalf: DemoPost[] = [
  {
    title: 'Kick-off',
    ageHours: daysOld(352),
    appeal: 0.85,
    isFormatted: true,
    show: null,
    content: [
      'Welcome. You are early, which in my trade is called being on time.',
      'What happens here: I write about the game from the one place where nobody wants to stand. Pictures, short films, a recording now and then, and whatever you ask in the comments. I read all of them. I answer most of them. I do not answer the ones that begin with "With respect".',
      'House rules, and there are only three:\n\n1. Play the ball.\n2. Whoever shouts has run out of arguments.\n3. The referee may be wrong. He would like to be told so in a complete sentence.',
      'Right. Watches set?',
    ].join('\n\n'),
    remarks: [
      'First. I have waited twenty years to be early for a referee.',
      { creator: 'Noted, with the minute.' },
      'Rule 3 should hang in every clubhouse in the country.',
      'My father refereed on Sundays and never once spoke about it. I am here for the stories he kept.',
      { creator: 'Then I owe you a good one, @author. Come back for number five.' },
    ],
  },
  {
    title: 'Four shadows',
    ageHours: daysOld(338),
    appeal: 0.6,
    show: {
      file: 'corner-flag.webp',
      kind: 'image',
      alt: 'A corner flag at night under floodlights, with four shadows around it.',
    },
    content:
      'Under four masts everything has four shadows. The flag, the goalkeeper, you. On my first night match I spent ten minutes waiting for somebody who kept running half a step behind me.\n\nIt was me, from the north-east.',
    remarks: [
      'Played in goal under lights for years and this is exactly it: you dive and four of you dive.',
      'So that is why the ball looks heavier at night.',
      { creator: 'It is heavier. That part is dew.' },
    ],
  },
  {
    title: 'What is written on the back',
    ageHours: daysOld(321),
    appeal: 0.7,
    show: {
      file: 'two-cards.webp',
      kind: 'image',
      alt: 'A yellow and a red card lying beside a referee’s notebook and pencil.',
    },
    content:
      'People think the card is the decision. The card is the announcement. The decision is four marks in a notebook: minute, number, one letter for the reason, one dot if the captain was warned before.\n\nPencil, by the way. A pen stops in the rain, and it always rains on the match you have to write a report about.',
    remarks: [
      'What does the dot change?',
      { creator: 'Nothing on the day. Everything in the report: it says that I talked first.' },
      'I coach under-twelves. I am stealing the four marks.',
      'Is it true the red sits in another pocket so you cannot pull it by accident?',
      { creator: 'True. Back pocket. It gives me one second to think, and I have used that second.' },
    ],
  },
  {
    title: 'The diagonal, in eight seconds',
    ageHours: daysOld(305),
    appeal: 0.55,
    show: {
      file: 'walking-the-diagonal.mp4',
      alt: 'A tactics board in motion: ball, referee and assistants move across the pitch.',
      kind: 'video',
      seconds: 8,
    },
    content:
      'Yellow is me, white is the ball, the two blue flags are my assistants. Watch one thing only: I never go where the ball is. I go where I can see it and one of them at the same time.\n\nThe dotted line is the theory. The other one is Saturday.',
    remarks: [
      'The loop at the right-hand corner, is that where you got it wrong?',
      { creator: 'That is where a counter-attack explained my age to me.' },
      'I have watched football for fifty years and never noticed that the officials make a triangle.',
    ],
  },
  {
    title: 'The dog at pitch three',
    ageHours: daysOld(290),
    appeal: 0.9,
    show: null,
    content: [
      'My first match with a whistle of my own: under-tens, a council pitch, a Sunday that smelled of onions. Nil-nil, second half, a scramble on the goal line, and out of the scramble comes a spaniel, with the ball, at speed, past the keeper.',
      'Everybody looked at me. I was sixteen. I knew one thing for certain, because I had learned the book by heart on the bus: an outside agent. Dropped ball, where the outside agent touched it. Nobody on that field wanted to hear the words "outside agent".',
      'So I said: "No goal. Offside. The dog was interfering with play." The parents laughed, the children believed me, the match went on.',
      'It was the wrong reason for the right decision. I have spent nineteen seasons trying to get both right at once.',
    ].join('\n\n'),
    remarks: [
      '"The dog was interfering with play" is going on a mug.',
      'Please tell me the dog got a name in the report.',
      { creator: 'Rusty. Cautioned for unsporting behaviour. He took it better than most.' },
      'My father would have loved this one. Thank you.',
      { creator: 'I said I owed you.' },
      "Under-tens parents laughing at a referee's joke. Different times.",
    ],
  },
  {
    title: 'Plus nine',
    ageHours: daysOld(272),
    appeal: 0.5,
    show: {
      file: 'led-board.webp',
      kind: 'image',
      alt: 'The fourth official’s board, held up and showing nine minutes.',
    },
    content:
      'The loneliest job in the ground is holding this up. Sixty thousand people read one digit and decide what kind of person you are.\n\nFor the record: two injuries, five substitutions, one streaker, and a penalty that took four minutes to take. Nine was generous to nobody.',
    remarks: [
      'The noise when it says more than five. You could heat a town with it.',
      'Does the fourth official add it up, or do you tell him?',
      { creator: 'I tell him, he asks "are you sure?", and I say no.' },
    ],
  },
  {
    title: 'One lamp out',
    ageHours: daysOld(255),
    appeal: 0.45,
    show: {
      file: 'floodlight.webp',
      kind: 'image',
      alt: 'A floodlight mast against the night sky, with one of its lamps out.',
    },
    content:
      'Thirty-five lamps, one of them dark. In the inspection you walk the touchline and look at your own shadow; where it is missing you write it down. Someone will say that a single lamp makes no difference. Someone is not the goalkeeper at that end.',
    remarks: [
      'Groundsman here. We knew. We were hoping you would not count.',
      { creator: '@author I always count. It keeps me from thinking about the crowd.' },
      'This picture makes me cold and happy at once.',
    ],
  },
  {
    title: 'Four signals',
    ageHours: daysOld(238),
    appeal: 0.6,
    show: { file: 'four-signals.m4a', kind: 'audio', seconds: 15.5 },
    content:
      'Fifteen seconds, four sentences.\n\nShort: stop. Long: stop, and I mean you. Two short and a long: everybody, here, now. And the last one you know.\n\nYou can tell by the breath how sure somebody is. Young referees blow short because they hope nobody heard.',
    remarks: [
      'My dog sat down at the second one.',
      { creator: 'Better discipline than most back fours.' },
      'I heard the last one and actually stopped washing up.',
      'What is inside, a pea or no pea?',
      { creator: 'Pea. Without it the tone is cleaner and says less.' },
    ],
  },
  {
    title: 'The talk before the talk',
    ageHours: daysOld(221),
    appeal: 0.5,
    show: {
      file: 'tactics-board.webp',
      kind: 'image',
      alt: 'A tactics board with the pitch from above and the paths of the officials drawn on it.',
    },
    content:
      'Ninety minutes before kick-off, door closed. Who watches the blind side at corners. Who says "mine". What we do if the three of us saw three different things (the one who was nearest wins, the others look convinced).\n\nIt takes six minutes. It has saved me more than any replay.',
    remarks: [
      '"The others look convinced" is also how my marriage works.',
      'Do you still draw it, or does everyone know it by heart?',
      {
        creator:
          'Everyone knows it by heart. I draw it so that we stand next to each other once before it starts.',
      },
    ],
  },
  {
    title: 'The last twenty metres',
    ageHours: daysOld(204),
    appeal: 0.75,
    show: {
      file: 'tunnel.webp',
      kind: 'image',
      alt: 'The view from a dark players’ tunnel towards the bright pitch.',
    },
    content:
      'Nobody has an opinion about you yet. The studs are loud, the captains do not look at each other, somebody always coughs. You can smell the grass before you see it.\n\nThen the light, and from there on everything you do is either invisible or wrong.',
    remarks: [
      'Invisible or wrong. That is my job in IT in three words.',
      'What do you say to the captains in there?',
      { creator: 'Their names. Nothing else. It is surprising what it does.' },
      'I got goose bumps from a drawing. Well played.',
    ],
  },
  {
    title: 'The call I got wrong',
    ageHours: daysOld(188),
    appeal: 1,
    isFormatted: true,
    show: null,
    content: [
      'You have asked for this one since the first week, so here it is, without the usual excuses about the sun.',
      '## The eighty-eighth minute',
      'Last match of a season, one side needs a point to stay up. Eighty-eighth minute, a cross, two go up, one comes down holding his face. I see an elbow. I am fourteen metres away, the view is clean, I am certain. Penalty, red card. They go down.',
      "It was his own team-mate's shoulder. I saw it the same night on a television in a motorway café, standing up, with a tray in my hand.",
      '## What I learned',
      'What I learned is not "be careful". I was careful. I learned that **being certain is a feeling**, and feelings are not evidence. Since then I ask myself one question before the big ones:',
      '> What exactly did I see?',
      'Not what must have happened. What did I see?',
      'The player wrote to me eleven years later. Two lines. I keep them in the notebook, next to the pencil.',
    ].join('\n\n'),
    remarks: [
      'I was there that kind of day, other end of the country. It took me years not to shout. Thank you for writing it down.',
      '"Being certain is a feeling." I read that out at work this morning. Nobody said anything for a bit.',
      { creator: 'A good silence. Those are rare.' },
      'What were the two lines?',
      { creator: 'His to tell. They were kind.' },
      'This is why I pay for this.',
      'The tray detail. You can feel the café.',
    ],
  },
  {
    title: 'Twenty minutes to warm up',
    ageHours: daysOld(171),
    appeal: 0.5,
    show: {
      file: 'floodlights-at-dusk.mp4',
      alt: 'Four floodlight masts that light up one after another at dusk.',
      kind: 'video',
      seconds: 6.4,
    },
    content:
      'The old lamps needed twenty minutes to come up to full light, and if the power dipped they had to cool down before they would strike again. I have stood in the centre circle with twenty-two cold men and a groundsman saying "any minute now".\n\nThis is any minute now, made shorter.',
    remarks: [
      'The flicker of the first one! I can hear the hum.',
      'We once waited forty minutes and the away side sang the whole time.',
      { creator: 'Then it was not a waste.' },
    ],
  },
]
