import type { Template } from './template.ts'

// Our wording of the intents of spec 2.5; headings and counts of the examples are the spec's.

interface Example {
  readonly preference: string
  readonly analysis: string
  readonly checklist: readonly string[]
}

const examples: readonly Example[] = [
  {
    preference: 'Recipes must list every quantity in grams and name the shop aisle of each ingredient.',
    analysis:
      'Two things are asked of a recipe: the unit of its quantities, and where its ingredients are found.',
    checklist: [
      'Does the recipe list every quantity in grams?',
      'Does the recipe name the shop aisle of each ingredient?',
    ],
  },
  {
    preference: 'Feedback on drafts should start with the weakest paragraph and avoid praise altogether.',
    analysis: 'One part is about the order of the feedback, the other about leaving something out.',
    checklist: [
      'Does the feedback start with the weakest paragraph?',
      'Does the feedback avoid praise altogether?',
    ],
  },
  {
    preference: 'Timetables for the choir have to leave Thursday evenings free and be written as a table.',
    analysis: 'A limit on the content and a demand on the form.',
    checklist: ['Does the timetable leave Thursday evenings free?', 'Is the timetable written as a table?'],
  },
  {
    preference:
      'Reports to the board give the cost first, state one risk per option, and end with a single recommendation.',
    analysis: 'The sentence sets the beginning, a part for each option, and the end of the report.',
    checklist: [
      'Does the report give the cost first?',
      'Does the report state one risk per option?',
      'Does the report end with a single recommendation?',
    ],
  },
  {
    preference:
      'Explanations for the apprentices use no abbreviations and refer to tools by their catalogue number.',
    analysis: 'One rule is about wording, one about how tools are referred to.',
    checklist: [
      'Does the explanation use no abbreviations?',
      'Does the explanation refer to tools by their catalogue number?',
    ],
  },
]

function rendered({ preference, analysis, checklist }: Example): string {
  return `**Preferences**

${preference}

**Analysis**

${analysis}

**Checklist**

\`\`\`json
${JSON.stringify({ checklist }, null, 2)}
\`\`\``
}

const system = `You help to judge whether an answer of an AI assistant fulfils a user's preference. Turn the preference into a checklist. Each
entry is a question that is answered with yes when the answer fulfils that aspect, and with no when it does not.

- Cover every aspect that the preference clearly states.
- Add nothing that it does not state.
- Use the preference's own terms.
- Be brief.
- Write at most 4 entries.

First analyse which aspects the preference has, then write the checklist. Reply in this form:

**Analysis**

(your analysis)

**Checklist**

\`\`\`json
{"checklist": ["first question", "second question"]}
\`\`\`

Examples:

${examples.map(rendered).join('\n\n---\n\n')}`

/** Turns a preference into yes-or-no questions. */
export const decomposer: Template = { system, user: '**Preferences**\n\n{preference}' }
