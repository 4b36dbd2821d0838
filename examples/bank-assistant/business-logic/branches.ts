import { todayOf } from './calendar.ts';
import type { States, Turn } from './competency.ts';
import { ERRORS, type Language } from './words.ts';

type Place = 'branch' | 'atm';

interface Site {
  city: string;
  place: Place;
  address: string;
  /** Degrees. */
  lat: number;
  lon: number;
}

const CITY_NAMES: ReadonlyMap<string, string> = new Map([
  ['ashford', 'Ashford'],
  ['brookdale', 'Brookdale'],
  ['millbrook', 'Millbrook'],
  ['port_linden', 'Port Linden'],
]);

const SITES: readonly Site[] = [
  { city: 'ashford', place: 'branch', address: '12 Market Square', lat: 45.5231, lon: -122.6765 },
  { city: 'ashford', place: 'atm', address: '40 Station Road', lat: 45.529, lon: -122.6838 },
  { city: 'brookdale', place: 'branch', address: '201 Main Street', lat: 45.4312, lon: -122.7715 },
  { city: 'brookdale', place: 'atm', address: '77 Orchard Mall', lat: 45.4402, lon: -122.7561 },
  { city: 'millbrook', place: 'branch', address: '5 River Walk', lat: 44.9429, lon: -123.0351 },
  { city: 'millbrook', place: 'atm', address: '318 College Avenue', lat: 44.937, lon: -123.0301 },
  { city: 'port_linden', place: 'branch', address: '90 Harbor Street', lat: 44.0521, lon: -123.0868 },
  { city: 'port_linden', place: 'atm', address: '2 Ferry Terminal', lat: 44.0563, lon: -123.0951 },
];

const EARTH_KM = 6371;
const MILES_PER_KM = 0.621371;
/** Farther away than this, the city is asked for instead. */
const NEAR_KM = 200;
/** From and to, in hours of the user's clock, by day of the week from Sunday. */
const HOURS: readonly (readonly [number, number] | null)[] = [
  null,
  [9, 17],
  [9, 17],
  [9, 17],
  [9, 17],
  [9, 17],
  [10, 13],
];

export const branchStates: States = {
  branch_finder: (turn) => {
    const { slots, language, position } = turn.request;
    const place: Place = slots.readText('place') === 'atm' ? 'atm' : 'branch';
    const candidates = SITES.filter((site) => site.place === place).map((site) => ({
      ...site,
      km: position === null ? undefined : distanceKm(site, position),
    }));
    const nearest = candidates
      .filter(({ km }) => km !== undefined && km <= NEAR_KM)
      .sort((a, b) => (a.km ?? 0) - (b.km ?? 0))[0];
    if (slots.readText('city') === undefined && nearest !== undefined) slots.fill('city', nearest.city);
    const asked = slots.readText('city');
    if (asked === undefined) return {};
    const site = candidates.find(({ city }) => city === asked);
    if (site === undefined) {
      slots.reject('city', ERRORS.unknownCity[language]);
      return {};
    }
    const distance = site.km === undefined ? {} : { distance: distanceName(site.km, language) };
    return {
      responseSlots: {
        is_branch: place === 'branch',
        is_open: place === 'branch' && isOpen(turn),
        address: site.address,
        city_name: CITY_NAMES.get(site.city),
        ...distance,
      },
      visualPayload: { place: { lat: site.lat, lon: site.lon, address: site.address } },
    };
  },
};

function isOpen(turn: Turn): boolean {
  const today = todayOf(turn);
  const hours = HOURS[new Date(today).getUTCDay()];
  const hour = (turn.now + turn.request.timeOffsetMinutes * 60_000 - today) / 3_600_000;
  return hours !== undefined && hours !== null && hour >= hours[0] && hour < hours[1];
}

/** Along the great circle. */
function distanceKm(one: { lat: number; lon: number }, other: { lat: number; lon: number }): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const [lat1, lat2] = [radians(one.lat), radians(other.lat)];
  const half = (a: number, b: number): number => Math.sin((a - b) / 2) ** 2;
  const h = half(lat1, lat2) + Math.cos(lat1) * Math.cos(lat2) * half(radians(one.lon), radians(other.lon));
  return 2 * EARTH_KM * Math.asin(Math.sqrt(Math.min(1, h)));
}

const distanceName = (km: number, language: Language): string =>
  new Intl.NumberFormat(language, {
    style: 'unit',
    unit: language === 'es' ? 'kilometer' : 'mile',
    unitDisplay: 'long',
    maximumFractionDigits: 1,
  }).format(language === 'es' ? km : km * MILES_PER_KM);
