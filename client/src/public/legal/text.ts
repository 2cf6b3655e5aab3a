import type { LegalSection } from './LegalPage.js';

interface LegalText {
  title: string;
  lead: string;
  sections: LegalSection[];
}

export const terms: LegalText = {
  title: 'Terms of use',
  lead: 'What this portal is, what it is not, and what you and the clinic can expect from each other.',
  sections: [
    {
      title: 'What this is',
      paragraphs: [
        'This portal is open-source software through which a clinic runs a testosterone replacement therapy program: medical intake, lab results, a treatment plan reviewed by a licensed U.S. clinician, and follow-up. The program is in early access, so parts of it are still being built.',
        'If you are looking at a demonstration, every person, result and prescription in it is invented. Please do not enter real health information there.',
      ],
    },
    {
      title: 'Not for emergencies',
      paragraphs: [
        'No one watches this portal around the clock. The care team answers in business hours.',
        'For chest pain, trouble breathing, signs of a stroke or any other emergency, call 911. If you are thinking about harming yourself, call or text 988.',
      ],
    },
    {
      title: 'Medical decisions',
      paragraphs: [
        'The software applies published clinical rules and points out what a clinician should look at. It never decides by itself: no plan takes effect until a clinician has approved it. Joining the program does not mean that treatment will be offered to you.',
        'General education shown here is not medical advice for you in particular. Ask your clinician before you start, change or stop any medicine.',
      ],
    },
    {
      title: 'Your responsibilities',
      paragraphs: ['A safe plan depends on what you tell us.'],
      points: [
        'Answer the intake truthfully and keep it up to date, especially medications, allergies, heart, prostate and fertility questions.',
        'Have the lab tests your plan asks for. Without them treatment may be paused.',
        'Use the portal only for yourself, keep your password to yourself, and sign out on shared devices.',
        'Testosterone is a controlled substance. Do not share, sell or give it away.',
      ],
    },
    {
      title: 'What you can expect from the clinic',
      paragraphs: [],
      points: [
        'Every plan is reviewed by a person with a license to do so.',
        'You can see your own record and plan, and why something was flagged for review.',
        'You may stop at any time. Please talk to the clinic first, because stopping suddenly can have effects too.',
      ],
    },
    {
      title: 'Availability and changes',
      paragraphs: [
        'The software comes without a warranty, as its open-source license (Apache 2.0) says. The clinic that runs it is responsible for your care and may add its own terms, which it will show you before they apply.',
      ],
    },
  ],
};

export const privacy: LegalText = {
  title: 'Privacy notice',
  lead: 'What is stored about you, who can see it, and what this software does not do.',
  sections: [
    {
      title: 'What is stored',
      paragraphs: ['Only what the program needs:'],
      points: [
        'your account: email address, a one-way hash of your password, when you signed in and from which browser;',
        'your intake answers and the consents you gave, each version kept;',
        'lab results, plans and prescriptions;',
        'a log of who opened or changed your record, and when.',
      ],
    },
    {
      title: 'Who can see it',
      paragraphs: [
        "You, and the care team of your clinic. Staff at other clinics can’t see that you have an account. A system administrator keeps the service running and may have access to do so; that access is logged like everyone else's.",
      ],
    },
    {
      title: 'What this software does not do',
      paragraphs: [],
      points: [
        'It loads nothing from other companies: no advertising, no tracking, no outside fonts or scripts.',
        'It keeps no health information in your browser. Besides the cookies named below, your device remembers only your choice of light or dark colors, how far you scrolled, which time zone you wanted to keep, and, when you sign out without a connection, that this sign-out still has to reach the server: a mark that says nothing about you and goes once it has.',
        'It sends no health information by email. Emails contain links or say that something is waiting for you.',
        'It sells nothing about you to anyone.',
      ],
    },
    {
      title: 'How it is protected',
      paragraphs: [
        'Staff sessions end after 15 minutes without activity, patient sessions after 30 minutes, and all of them after 12 hours. What you typed is kept in the open page, so you can go on after signing in again. Reading and changing a record both leave a trace in a log that cannot be rewritten unnoticed.',
        'No system is perfectly safe. If you believe that someone else has used your account, tell the clinic at once.',
      ],
    },
    {
      title: 'Cookies',
      paragraphs: [
        'Three, and all are needed. None of them follows you to other sites. On a secure connection two of the names begin with “__Host-”.',
      ],
      points: [
        'trt_sid keeps you signed in. Scripts cannot read it. It goes when you sign out.',
        'active_role remembers which role you act in, for people who have more than one. It goes when you sign out.',
        'trt_dev remembers that you have signed in on this device, so that someone who guesses your password elsewhere cannot lock you out here. It cannot be used to sign in, and scripts cannot read it. It stays for 90 days, also after you sign out.',
      ],
    },
    {
      title: 'Your rights',
      paragraphs: [
        'You may ask the clinic for a copy of your record, for a correction, and for an account of who has seen it. Medical records must be kept for years under state law, so a record can be closed but usually not erased.',
        'The clinic that runs this portal is responsible for it under HIPAA and will give you its own notice of privacy practices. In a demonstration there is no clinic, and no real data should be entered.',
      ],
    },
  ],
};
