import type { Template } from './template.ts'

// Our wording of the intents of spec 2.7; headings, labels and the shape of the examples are the spec's.

const F = 'Fully Covered'
const P = 'Partially Covered'
const N = 'Not Covered'

interface Example {
  readonly preference: string
  readonly entries: readonly (readonly [label: string, entry: string])[]
}

const examples: readonly Example[] = [
  {
    preference: 'Summaries should be short and written for people outside the company.',
    entries: [
      [P, 'Is the summary at most five sentences long?'],
      [P, 'Does the summary explain every internal project name?'],
      [N, 'Does the summary name its sources?'],
    ],
  },
  {
    preference: 'Training plans must protect the left knee and build up slowly.',
    entries: [
      [P, 'Does the plan leave out jumps and deep squats?'],
      [P, 'Does the weekly distance grow by no more than a tenth?'],
      [N, 'Does the plan fit around night shifts?'],
      [P, 'Is there a day of rest after each run?'],
    ],
  },
  {
    preference:
      'Invoices list each hour with its date, stay in euros, and go without a greeting or closing line.',
    entries: [
      [F, 'Does the invoice give a date for each hour?'],
      [P, 'Is the invoice free of everything that is not needed for payment?'],
      [F, 'Are all amounts in euros?'],
      [F, 'Does the text leave out a greeting and a closing line?'],
    ],
  },
  {
    preference: 'Lesson material opens with a question from daily life and uses pictures rather than text.',
    entries: [
      [F, 'Does the lesson begin with a question taken from everyday life?'],
      [P, 'Is every step shown as a drawing with at most one line under it?'],
      [P, 'Does the material avoid long paragraphs?'],
    ],
  },
  {
    preference: 'Code reviews point out missing tests before anything else.',
    entries: [
      [N, 'Does the review suggest better names?'],
      [F, 'Does the review mention tests that are missing first?'],
      [N, 'Does the review keep a friendly tone?'],
    ],
  },
  {
    preference: 'Travel proposals should be cheap and calm.',
    entries: [
      [P, 'Does the proposal stay below 60 euros a day?'],
      [P, 'Does the proposal use overnight buses instead of flights?'],
      [P, 'Is there at most one sight a day?'],
    ],
  },
  {
    preference:
      'Emails to suppliers state the deadline in the first line and remain polite when they complain.',
    entries: [
      [N, 'Does the email name the order number?'],
      [F, 'Is the deadline stated in the first line?'],
      [P, 'Does the email thank the supplier for earlier deliveries?'],
      [P, 'Does the complaint blame the process and no person?'],
    ],
  },
  {
    preference:
      'Stories for the radio use the present tense, have two voices, and can be read in three minutes.',
    entries: [
      [F, 'Is the story told in the present tense?'],
      [F, 'Are there exactly two voices?'],
      [P, 'Is the story shorter than 350 words?'],
      [N, 'Does the story end with a surprise?'],
    ],
  },
]

function rendered({ preference, entries }: Example): string {
  const results = entries.map(([label, entry], place) => ({ index: place + 1, entry, label }))
  return `#### Preference

${preference}

#### Output

\`\`\`json
${JSON.stringify({ results }, null, 2)}
\`\`\`

---`
}

const system = `You compare a preference with the entries of a checklist. The preference says one thing, or several, that the output of an AI is
checked for. The entries ask about finer aspects. Decide for each entry how far the preference covers it, that is, whether both
would assess the same or a similar aspect even where they are worded differently. How the output is called ("report",
"response", "email") does not matter.

Give each entry one of three labels:
- ${F}: who checks the preference has also checked the entry.
- ${P}: who checks the preference may have checked a part of the entry.
- ${N}: the preference and the entry do not overlap.

Judge every entry, in the order given, and reply with one fenced json block:

\`\`\`json
{"results": [{"index": 1, "entry": "the entry", "reasoning": "why this label", "label": "one of the three labels"}]}
\`\`\`

Examples:

{examples}`

/** The worked examples that go where `{examples}` stands. */
export const matcherExamples = examples.map(rendered).join('\n\n')

/** How far one preference covers each entry of a checklist. */
export const matcher: Template = {
  system,
  user: '#### Preference\n\n{preference}\n\n#### Checklist\n\n{checklist}',
}

/** How the fine-tuned matcher is asked; its system text comes from a prompt pack (spec 2.8). */
export const prefMatcherUser = '#### Criterion\n\n{preference}\n\n#### Checklist\n\n{checklist}'
