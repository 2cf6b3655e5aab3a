/** Mails carry no clinical content. Text and HTML say the same. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[c]!);

interface Parts {
  subject: string;
  paragraphs: string[];
  action?: { label: string; url: string };
  closing?: string[];
}

function compose({ subject, paragraphs, action, closing = [] }: Parts): MailContent {
  const signature = 'The care team of the TRT Program';
  const text = [...paragraphs, ...(action ? [`${action.label}:\n${action.url}`] : []), ...closing, signature].join('\n\n');
  const paragraph = (p: string) => `<p style="margin:0 0 16px">${escape(p)}</p>`;
  const button = action
    ? `<p style="margin:0 0 16px"><a href="${escape(action.url)}" style="display:inline-block;background:#0E6B63;color:#ffffff;padding:12px 20px;border-radius:8px;text-decoration:none">${escape(action.label)}</a></p>
<p style="margin:0 0 16px;font-size:14px;color:#4A605E">If the button does not work, copy this address:<br>${escape(action.url)}</p>`
    : '';
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escape(subject)}</title></head>
<body style="margin:0;padding:24px;background:#FBF9F5;color:#12302F;font-family:Figtree,Arial,sans-serif;font-size:16px;line-height:1.5">
<div style="max-width:560px;margin:0 auto;background:#ffffff;border:1px solid #C9D3CF;border-radius:12px;padding:32px">
${paragraphs.map(paragraph).join('\n')}
${button}
${closing.map(paragraph).join('\n')}
<p style="margin:0;color:#4A605E">${signature}</p>
</div></body></html>`;
  return { subject, text, html };
}

export const verificationMail = (url: string): MailContent =>
  compose({
    subject: 'Confirm your email address',
    paragraphs: ['Welcome to the TRT Program.', 'Please confirm that this email address is yours.'],
    action: { label: 'Confirm email address', url },
    closing: ['The link works once and expires after 24 hours. If you did not create an account, you can ignore this message.'],
  });
