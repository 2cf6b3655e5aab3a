/** The program's logo: a lab line inside its target band. Plain SVG, because the landing page has no MUI. */
export function BrandMark({ size = 30 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="#0E6B63" />
      <path d="M6 12.5h20v7H6z" fill="#fff" opacity=".22" />
      <path
        d="M6 22l5.5-3.5 5 1.5L21 14l5-2"
        fill="none"
        stroke="#fff"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
