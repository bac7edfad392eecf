// SPDX-License-Identifier: Apache-2.0
//! How TCM reorders its bandwidth cluster (specification of SMS, section 8.3.2).

use serde::{Deserialize, Serialize};

/// Sources by rank, the best last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cluster {
    pub by_rank: Vec<usize>,
    /// Shuffles since the quantum began.
    shuffles: usize,
}

impl Cluster {
    /// A cluster in its starting order.
    pub fn new(by_rank: Vec<usize>) -> Cluster {
        Cluster { by_rank, shuffles: 0 }
    }

    /// One reordering: insertion shuffle if the sources differ, else every rank moves on by half the cluster.
    pub fn shuffle(&mut self, sources_differ: bool) {
        let m = self.by_rank.len();
        if m < 2 {
            return;
        }
        let t = self.shuffles % (2 * m);
        self.shuffles += 1;
        match (sources_differ, t < m) {
            // Rank r becomes (r + m / 2 + 1) mod m.
            (false, _) => self.by_rank.rotate_right((m / 2 + 1) % m),
            // The source at rank m-1-t comes to the top.
            (true, true) => self.by_rank[m - 1 - t..].rotate_left(1),
            // The source at the top goes to rank (t-1) mod m.
            (true, false) => self.by_rank[(t - 1) % m..].rotate_right(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_insertion_shuffle_of_three_sources_follows_the_text() {
        let mut cluster = Cluster::new(vec![10, 11, 12]);
        let orders: Vec<Vec<usize>> = (0..7)
            .map(|_| {
                cluster.shuffle(true);
                cluster.by_rank.clone()
            })
            .collect();
        assert_eq!(
            orders,
            [
                vec![10, 11, 12], // t = 0: rank 2 to the top
                vec![10, 12, 11], // t = 1: rank 1 to the top
                vec![12, 11, 10], // t = 2: rank 0 to the top
                vec![12, 11, 10], // t = 3: the top to rank 2
                vec![10, 12, 11], // t = 4: the top to rank 0
                vec![10, 11, 12], // t = 5: the top to rank 1
                vec![10, 11, 12], // t = 0 again
            ]
        );
    }

    #[test]
    fn without_a_difference_every_rank_moves_on_by_half_the_cluster_and_one() {
        let mut cluster = Cluster::new(vec![0, 1, 2, 3, 4]);
        cluster.shuffle(false);
        // Rank 0 becomes 3, 1 becomes 4, 2 becomes 0.
        assert_eq!(cluster.by_rank, [2, 3, 4, 0, 1]);
    }
}
