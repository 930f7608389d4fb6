/** Lucide icons, each rendered as one element with its shapes as HTML, so that React does not hydrate every shape. */
import * as lucide from 'lucide';

export interface IconProps {
  /** px */
  size?: number;
  className?: string;
}

export type Icon = (props: IconProps) => React.ReactNode;

/** Decorative: the control or the text beside it has the name. */
function icon(shapes: lucide.IconNode): Icon {
  const inner = { __html: shapes.map(toText).join('') };
  return ({ size = 24, className = '' }) => (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      className={`icon ${className}`}
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the shapes of a package, nothing that anybody can send
      dangerouslySetInnerHTML={inner}
    />
  );
}

const toText = ([tag, attributes]: lucide.IconNode[number]) =>
  `<${tag} ${Object.entries(attributes)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ')}/>`;

export const ArrowLeft = icon(lucide.ArrowLeft);
export const AtSign = icon(lucide.AtSign);
export const Banknote = icon(lucide.Banknote);
export const Bell = icon(lucide.Bell);
export const Camera = icon(lucide.Camera);
export const Check = icon(lucide.Check);
export const ChevronDown = icon(lucide.ChevronDown);
export const ChevronRight = icon(lucide.ChevronRight);
export const CircleUserRound = icon(lucide.CircleUserRound);
export const CreditCard = icon(lucide.CreditCard);
export const Clock = icon(lucide.Clock);
export const CloudOff = icon(lucide.CloudOff);
export const Ellipsis = icon(lucide.Ellipsis);
export const Eye = icon(lucide.Eye);
export const EyeOff = icon(lucide.EyeOff);
export const Flower2 = icon(lucide.Flower2);
export const Gift = icon(lucide.Gift);
export const Hand = icon(lucide.Hand);
export const Heart = icon(lucide.Heart);
export const Hourglass = icon(lucide.Hourglass);
export const House = icon(lucide.House);
export const ImageOff = icon(lucide.ImageOff);
export const LayoutGrid = icon(lucide.LayoutGrid);
export const LogOut = icon(lucide.LogOut);
export const MapPin = icon(lucide.MapPin);
export const LifeBuoy = icon(lucide.LifeBuoy);
export const MessageCircle = icon(lucide.MessageCircle);
export const Minus = icon(lucide.Minus);
export const Navigation = icon(lucide.Navigation);
export const Images = icon(lucide.Images);
export const Pencil = icon(lucide.Pencil);
export const Phone = icon(lucide.Phone);
export const Play = icon(lucide.Play);
export const Plus = icon(lucide.Plus);
export const Printer = icon(lucide.Printer);
export const Scissors = icon(lucide.Scissors);
export const Search = icon(lucide.Search);
export const Settings = icon(lucide.Settings);
export const Share2 = icon(lucide.Share2);
export const ShoppingBag = icon(lucide.ShoppingBag);
export const SlidersHorizontal = icon(lucide.SlidersHorizontal);
export const Smile = icon(lucide.Smile);
export const Sparkles = icon(lucide.Sparkles);
export const Star = icon(lucide.Star);
export const Store = icon(lucide.Store);
export const Sun = icon(lucide.Sun);
export const Tag = icon(lucide.Tag);
export const TicketCheck = icon(lucide.TicketCheck);
export const TriangleAlert = icon(lucide.TriangleAlert);
export const Trash2 = icon(lucide.Trash2);
export const Upload = icon(lucide.Upload);
export const Waves = icon(lucide.Waves);
export const Wifi = icon(lucide.Wifi);
export const X = icon(lucide.X);

const diamond = 'M12 0h8v4h4v4h4v4h4v8h-4v4h-4v4h-4v4h-8v-4H8v-4H4v-4H0v-8h4V8h4V4h4z';
const petal = 'M16 6c4.6 3.4 6.4 6.5 6.4 10S20 23.9 16 26c-4-2.1-6.4-6.5-6.4-10S11.4 9.4 16 6z';

/** The logo. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} fill="currentColor" aria-hidden="true" focusable="false">
      <path fillRule="evenodd" d={diamond + petal} />
    </svg>
  );
}
